#if DEBUG
  import Foundation
  import Simulation
  import TestSupport
  import Testing

  /// A few schedules of the simulator; `.ci/check-simulation` runs four thousand, and looks for each of the controls.
  @Suite struct SimulationTests {
    private func simulation(_ control: Control? = nil) -> Simulation {
      Simulation(
        in: "\(TestFolders.base)/tj-simulation-\(UUID().uuidString)", control: control)
    }

    @Test("what was acknowledged holds, whatever else goes on", arguments: [0, 1, 2, 3])
    func schedules(quarter: UInt64) {
      let simulation = simulation()
      for seed in quarter * 25..<(quarter + 1) * 25 {
        guard let failure = simulation.run(seed) else { continue }
        Issue.record("seed \(failure.seed): \(failure.violations)")
      }
    }

    @Test(
      "what is wrong is found",
      arguments: [Control.naiveMove, .planted(.keepsPurgedWords), .planted(.changesWithoutRecord)])
    func controls(_ control: Control) {
      let simulation = simulation(control)
      #expect((0..<1000).contains { simulation.finds($0) != nil })
    }

    @Test("a seed gives the same calls again")
    func replay() {
      let simulation = simulation(.naiveMove)
      let traces = (0..<2).map { _ in simulation.run(0, isTraced: true)?.trace }
      #expect(traces[0] != nil && traces[0] == traces[1])
    }
  }
#endif
