import Foundation
import Simulation
import TestSupport

/// Runs the simulator on a range of seeds: `simulator [--from N] [--count N] [--control NAME] [--replay SEED]`;
/// `--controls` lists the controls.
///
/// It ends with 1 where a seed fails, or where a control is not found, and prints the first failing seeds.
@main
struct Main {
  static func main() {
    #if DEBUG
      exit(run(Array(CommandLine.arguments.dropFirst())) ? 0 : 1)
    #else
      print("simulator: built without DEBUG, so nothing can stand before the system's calls")
      exit(2)
    #endif
  }

  #if DEBUG
    private static func run(_ words: [String]) -> Bool {
      func value(_ name: String) -> String? {
        words.firstIndex(of: name).flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
      }
      if words == ["--controls"] {
        for control in Control.allCases { print(control.name) }
        return true
      }
      let control = value("--control").flatMap { name in Control.allCases.first { $0.name == name }
      }
      let root = "\(TestFolders.base)/tj-simulation-\(getpid())"
      defer { try? FileManager.default.removeItem(atPath: root) }
      let simulation = Simulation(in: root, control: control)
      if let seed = value("--replay").flatMap({ UInt64($0) }) {
        let failure = simulation.run(seed, isTraced: true)
        for line in failure?.trace ?? [] { print(line) }
        let violations = failure?.violations ?? []
        for line in violations { print(line) }
        if violations.isEmpty { print("no violation") }
        return violations.isEmpty
      }
      let first = value("--from").flatMap { UInt64($0) } ?? 0
      let count = value("--count").flatMap { UInt64($0) } ?? 1000
      return run(simulation, control, first..<first + count)
    }

    private static func run(
      _ simulation: Simulation, _ control: Control?, _ seeds: Range<UInt64>
    ) -> Bool {
      let start = Date()
      var broken = 0
      var ran = 0
      for seed in seeds {
        ran += 1
        guard let failure = control == nil ? simulation.run(seed) : simulation.finds(seed)
        else { continue }
        broken += 1
        if broken <= 5 {
          print("seed \(seed): \(failure.violations.joined(separator: "\n  "))")
        }
        if control != nil || broken == 100 { break }
      }
      let seconds = Date().timeIntervalSince(start)
      let name = control.map { "control \($0.name)" } ?? "schedules"
      print("simulator: \(name): \(ran) run, \(broken) broken, \(Int(seconds * 1000)) ms")
      return (control == nil) == (broken == 0)
    }
  #endif
}
