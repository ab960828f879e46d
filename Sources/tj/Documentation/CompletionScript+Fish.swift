extension CompletionScript {
  /// The script for fish, 3.1 and later.
  static func fish(_ models: [CompletionModel]) -> String {
    var lines = [fishPrelude(models), "complete -c tj -f"]
    for option in GlobalOptions.definitions { lines.append(fishOption(option, condition: nil)) }
    for model in models {
      let names = model.path.split(separator: " ")
      let parent = names.dropLast().joined(separator: " ")
      lines.append("")
      lines.append(
        "complete -c tj -n \(fishQuoted("__tj_at \(fishQuoted(parent)) 0")) "
          + "-a \(names.last ?? "") -d \(fishQuoted(model.command.summary))")
      let condition = "__tj_at \(fishQuoted(model.path))"
      lines += model.command.visibleOptions.map { fishOption($0, condition: condition) }
      lines += fishArguments(model, condition: condition)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func fishArguments(_ model: CompletionModel, condition: String) -> [String] {
    let (fixed, rest) = model.positions
    var lines = fixed.enumerated().map { position, kind in
      fishArgument(kind, condition: "\(condition) \(position)")
    }
    if let rest { lines.append(fishArgument(rest, condition: "\(condition) \(fixed.count) more")) }
    return lines.filter { !$0.isEmpty }
  }

  private static func fishArgument(_ kind: ValueKind, condition: String) -> String {
    let values = fishValues(kind)
    return values.isEmpty ? "" : "complete -c tj -n \(fishQuoted(condition))\(values)"
  }

  private static func fishOption(_ option: OptionDefinition, condition: String?) -> String {
    var line = "complete -c tj"
    if let condition { line += " -n \(fishQuoted(condition))" }
    if let short = option.short { line += " -s \(short)" }
    line += " -l \(option.name) -d \(fishQuoted(option.summary))"
    guard option.takesValue else { return line }
    return line + (option.kind == .file ? " -r" : " -x") + fishValues(option.kind)
  }

  private static func fishValues(_ kind: ValueKind) -> String {
    if let question = kind.question { return " -a '(__tj_ask \(question))'" }
    return switch kind {
    case .choice(let words): " -a '\(words.joined(separator: " "))'"
    case .setting: " -a '\(ValueKind.settingNames)'"
    case .command: " -a '(__tj_commands)'"
    case .file: " -F"
    case .directory: " -a '(__fish_complete_directories)'"
    default: ""
    }
  }

  private static func fishPrelude(_ models: [CompletionModel]) -> String {
    let taking =
      models.flatMap { model in takers(model.command.visibleOptions, after: model.path) }
      + takers(GlobalOptions.definitions, after: "")
    let names = models.map { fishQuoted($0.path) }.joined(separator: " ")
    let commands = models.filter { !$0.path.contains(" ") }.map { model in
      "        \(fishQuoted(model.path + "\\t" + model.command.summary))"
    }
    return """
      # Completions of tj for fish; made by "tj completions fish".

      set -g __tj_paths \(names)
      set -g __tj_takers \(taking.joined(separator: " "))

      function __tj_commands
          printf '%b\\n' \\
      \(commands.joined(separator: " \\\n"))
      end

      """ + fishFunctions
  }

  private static func takers(_ options: [OptionDefinition], after path: String) -> [String] {
    options.filter(\.takesValue).flatMap { option in
      spellings(of: option).map { fishQuoted("\(path):\($0)") }
    }
  }

  private static func fishQuoted(_ text: String) -> String {
    var result = ""
    for character in text.unmarked {
      if character == "'" || character == "\\" { result += "\\" }
      result.append(character)
    }
    return "'\(result)'"
  }

  private static let fishFunctions = #"""

    # Prints the command before the cursor, how many arguments it has, the journal, the first argument.
    function __tj_state
        set -l tokens (commandline -opc)
        set -l path ''
        set -l position 0
        set -l journal ''
        set -l first ''
        set -l ended 0
        set -l taker ''
        for token in $tokens[2..-1]
            if test -n "$taker"
                contains -- $taker -C --journal; and set journal $token
                set taker ''
            else if test $ended = 0; and test "$token" = --
                set ended 1
            else if test $ended = 0; and string match -qr -- '^-.' $token
                if contains -- "$path:$token" $__tj_takers; or contains -- ":$token" $__tj_takers
                    set taker $token
                else if string match -qr -- '^(-C|--journal=).' $token
                    set journal (string replace -r -- '^(-C|--journal=)' '' $token)
                end
            else if test $position = 0; and contains -- (string trim -- "$path $token") $__tj_paths
                set path (string trim -- "$path $token")
            else
                test $position = 0; and set first $token
                set position (math $position + 1)
            end
        end
        printf '%s\n' "$path" $position "$journal" "$first"
    end

    # Whether the command is $argv[1], and its next argument the one at $argv[2] or, with "more", later.
    function __tj_at
        set -l state (__tj_state)
        test "$state[1]" = "$argv[1]"; or return 1
        switch (count $argv)
            case 2
                test $state[2] = $argv[2]
            case 3
                test $state[2] -ge $argv[2]
        end
    end

    # Prints the threads, entries or fields ($argv[1]) that begin with the current word.
    function __tj_ask
        set -l state (__tj_state)
        set -l prefix (string unescape -- (commandline -ct))
        set -l journal
        test -n "$state[3]"; and set journal -C (string replace -r -- '^~/' "$HOME/" $state[3])
        set -l first
        test -n "$state[4]"; and set first --of=(string unescape -- $state[4])
        command tj $journal completions --$argv[1]="$prefix" $first 2>/dev/null
    end

    """#
}
