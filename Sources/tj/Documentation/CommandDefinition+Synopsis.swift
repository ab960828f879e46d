extension CommandDefinition {
  /// The pieces of the synopsis after the command's name, none of which is broken over lines.
  var synopsis: [String] {
    guard subcommands.isEmpty else {
      let isOptional = defaultSubcommand != nil
      return [isOptional ? "[SUBCOMMAND]" : "SUBCOMMAND", "[ARGUMENT...]"]
    }
    return pieces(arguments.map(\.name) + visibleOptions.map(\.name))
  }

  /// The command line in one line, without the options that stand for themselves.
  func briefUsage(at path: String) -> String {
    let options = visibleOptions.isEmpty ? [] : ["[OPTION]..."]
    return (["tj", path] + options + pieces(arguments.map(\.name))).joined(separator: " ")
  }

  private func pieces(_ names: [String]) -> [String] {
    var pieces: [String] = []
    var written: Set<String> = []
    for name in names where !written.contains(name) {
      let group = alternatives(to: name)
      written.formUnion(group)
      pieces.append(piece(of: group))
    }
    return pieces
  }

  /// The names of which one may be given in the place of `name`, itself first; only itself if none.
  private func alternatives(to name: String) -> [String] {
    let groups = exclusive.filter { $0.contains(name) }
    guard groups.count == 1, let group = groups.first, !group.contains(where: isHidden),
      group.allSatisfy({ member in exclusive.count { $0.contains(member) } == 1 })
    else { return [name] }
    return group
  }

  private func isHidden(_ name: String) -> Bool {
    options.contains { $0.name == name && $0.isHidden }
  }

  private func piece(of group: [String]) -> String {
    let bare = group.map(bareSpelling).joined(separator: " | ")
    guard group.count == 1, let name = group.first else { return "[\(bare)]" }
    if let argument = arguments.first(where: { $0.name == name }) {
      return argument.minimum > 0 || isNeeded(name) ? bare : "[\(bare)]"
    }
    let isRepeatable = options.contains { $0.name == name && $0.isRepeatable }
    return "[\(bare)]" + (isRepeatable ? "..." : "")
  }

  /// Whether `name` is the only documented one of those that are needed.
  private func isNeeded(_ name: String) -> Bool {
    needsOneOf.filter { !isHidden($0) } == [name]
  }

  private func bareSpelling(_ name: String) -> String {
    if let argument = arguments.first(where: { $0.name == name }) {
      return argument.maximum > 1 ? "\(name)..." : name
    }
    guard let option = options.first(where: { $0.name == name }) else { return name }
    return ([option.shortestSpelling] + [option.placeholder].compactMap(\.self))
      .joined(separator: " ")
  }
}

extension OptionDefinition {
  /// How help lists it: `-n, --limit N`, or `    --json`, so that long names stand in one column.
  var listing: String {
    let names = short.map { "-\($0), --\(name)" } ?? "    --\(name)"
    return ([names] + [placeholder].compactMap(\.self)).joined(separator: " ")
  }
}
