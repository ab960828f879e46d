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
      for work in Work.all where options.isWanted(work.name) {
        for size in work.sizes where options.sizes.contains(size) {
          let contestants = try work.contestants.compactMap { try workspace.ready($0, size) }
          report.add(Contestant.measure(contestants, runs: options.runs), of: work, size)
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
    var rest = arguments
    func value(of option: String) throws -> String {
      guard let value = rest.popFirst() else { throw BenchmarkError("\(option) needs a value") }
      return value
    }
    while let option = rest.popFirst() {
      switch option {
      case "--json": isJSON = true
      case "--only": only.append(try value(of: option))
      case "--tj": program = try value(of: option)
      case "--runs": runs = max(Int(try value(of: option)) ?? 0, 1)
      case "--sizes":
        sizes = try value(of: option).split(separator: ",").map {
          guard let size = Size(rawValue: String($0)) else {
            throw BenchmarkError("a size is S, M or L, not \($0)")
          }
          return size
        }
      default:
        throw BenchmarkError(
          "unknown \(option); use --only NAME, --sizes S,M,L, --runs N, --tj PATH, --json")
      }
    }
  }

  /// Whether the work `name` is to be measured: no other was asked for, or one that it begins with.
  func isWanted(_ name: String) -> Bool {
    only.isEmpty || only.contains { name.hasPrefix($0) }
  }
}

struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// How many threads and entries the data has.
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
