/// Measures tj and other programs on the same data, and prints one table.
///
/// It is a report, never a test.
@main
enum Benchmark {
  static func main() {
    do {
      if CommandLine.arguments.dropFirst().first == ProgramRun.peakOption {
        let run = try ProgramRun(Array(CommandLine.arguments.dropFirst(2)))
        return Console.print("\(run.megabytes)")
      }
      let options = try Options(CommandLine.arguments.dropFirst())
      let folder = try Workspace(options)
      let report = Report(options: options)
      for work in Work.all where options.isWanted(work.name) {
        for size in work.sizes where options.sizes.contains(size) {
          let rows = try work.measure(size, in: folder, runs: options.runs)
          report.add(rows, of: work, size)
        }
      }
      report.finish()
    } catch {
      Console.error("benchmark: \(error)\n")
      Console.exit(1)
    }
  }
}

/// What the command line asks for.
struct Options {
  var only: [String] = []
  var sizes: [Size] = [.small, .medium]
  var runs = 7
  var isJSON = false
  var program: String?

  init(_ arguments: ArraySlice<String>) throws {
    var rest = arguments
    while let option = rest.popFirst() {
      switch option {
      case "--json": isJSON = true
      case "--only": only.append(try Options.value(of: option, &rest))
      case "--tj": program = try Options.value(of: option, &rest)
      case "--runs": runs = max(Int(try Options.value(of: option, &rest)) ?? 0, 1)
      case "--sizes":
        let names = try Options.value(of: option, &rest).split(separator: ",")
        sizes = try names.map {
          guard let size = Size(rawValue: String($0)) else {
            throw BenchmarkError.usage("a size is S, M or L, not \($0)")
          }
          return size
        }
      default:
        throw BenchmarkError.usage(
          "unknown \(option); use --only NAME, --sizes S,M,L, --runs N, --tj PATH, --json")
      }
    }
  }

  private static func value(
    of option: String, _ rest: inout ArraySlice<String>
  ) throws -> String {
    guard let value = rest.popFirst() else {
      throw BenchmarkError.usage("\(option) needs a value")
    }
    return value
  }

  /// Whether the work `name` is to be measured: no other was asked for, or one that it begins with.
  func isWanted(_ name: String) -> Bool {
    only.isEmpty || only.contains { name.hasPrefix($0) }
  }
}

/// Why nothing could be measured.
enum BenchmarkError: Error, CustomStringConvertible {
  case usage(String)
  case failed(String)

  var description: String {
    switch self {
    case .usage(let text), .failed(let text): text
    }
  }
}

/// How many threads and entries the data has.
enum Size: String, CaseIterable {
  /// One thread of 1,000 entries.
  case small = "S"
  /// 100 threads of 1,000.
  case medium = "M"
  /// 1,000 threads of 1,000.
  case large = "L"

  var threads: Int {
    switch self {
    case .small: 1
    case .medium: 100
    case .large: 1000
    }
  }
}
