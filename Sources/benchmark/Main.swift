import ThreadStorage

/// Measures tj and other programs on the same data, and prints one table.
///
/// It is a report, never a test.
@main
enum Benchmark {
  static func main() {
    do {
      if CommandLine.arguments.dropFirst().first == ProgramRun.peakOption {
        let run = try ProgramRun(Array(CommandLine.arguments.dropFirst(2)))
        return print(run.megabytes, terminator: "")
      }
      let options = try Options(CommandLine.arguments.dropFirst())
      let workspace = try Workspace(options)
      let report = Report(options: options)
      let wanted = Work.all.filter { work in
        options.only.isEmpty || options.only.contains { work.name.hasPrefix($0) }
      }
      for work in wanted {
        for size in work.sizes where options.sizes.contains(size) {
          let contestants = try work.contestants.compactMap { try workspace.ready($0, size) }
          report.add(try Contestant.measure(contestants, runs: options.runs), of: work, size)
        }
      }
      report.finish()
    } catch {
      tell("benchmark: \(error)")
      exit(1)
    }
  }

  static func tell(_ line: String) { _ = write(2, line + "\n", line.utf8.count + 1) }
}

struct Options {
  var only: [String] = []
  var sizes: [Size] = [.small, .medium]
  var runs = 7
  var isJSON = false
  var program: String?

  init(_ arguments: ArraySlice<String>) throws {
    let usage = BenchmarkError("use --only NAME, --sizes S,M,L, --runs N, --tj PATH, --json")
    var rest = arguments
    while let option = rest.popFirst() {
      if option == "--json" {
        isJSON = true
        continue
      }
      guard let value = rest.popFirst() else { throw usage }
      switch option {
      case "--only": only.append(value)
      case "--tj": program = value
      case "--runs": runs = max(Int(value) ?? 0, 1)
      case "--sizes":
        sizes = value.split(separator: ",").compactMap { Size(rawValue: String($0)) }
        guard !sizes.isEmpty else { throw usage }
      default: throw usage
      }
    }
  }
}

struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

enum Size: String, CaseIterable {
  case small = "S"
  case medium = "M"
  case large = "L"

  /// Of 1,000 entries each.
  var threads: Int {
    switch self {
    case .small: 1
    case .medium: 100
    case .large: 1000
    }
  }
}
