extension CompletionScript {
  /// The script for zsh, to be autoloaded as `_tj` or sourced.
  static func zsh(_ models: [CompletionModel]) -> String {
    let commands = models.filter { !$0.path.contains(" ") }
    return """
      #compdef tj
      # Completions of tj for zsh; made by "tj completions zsh".

      \(zshAsk)
      _tj_commands() {
          local -a commands=(
      \(zshDescriptions(commands.map(\.command)))
          )
          _describe -t commands command commands
      }

      _tj() {
          local curcontext=$curcontext state _tj_journal
          local -a line
          typeset -A opt_args
          _arguments -C -s -S \\
      \(zshOptions(GlobalOptions.definitions))
              '1:command:_tj_commands' \\
              '*::argument:->arguments'
          [[ $state == arguments ]] || return
          _tj_journal=${(Q)opt_args[-C]:-${(Q)opt_args[--journal]}}
          curcontext=${curcontext%:*:*}:tj-$words[1]:
          case $words[1] in
      \(commands.map { zshArm($0.command) }.joined(separator: "\n"))
          esac
      }

      if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
          _tj "$@"
      else
          compdef _tj tj
      fi

      """
  }

  private static let zshAsk = #"""
    # Offers the threads, entries or fields ($1) that begin with the current word.
    _tj_ask() {
        local candidate journal=${(Q)opt_args[-C]:-${(Q)opt_args[--journal]:-$_tj_journal}}
        local -a names displays suffix asked=(command tj)
        [[ -n $journal ]] && asked+=(-C "${journal/#\~\//$HOME/}")
        asked+=(completions "--$1=${(Q)PREFIX}")
        [[ -n $line[1] ]] && asked+=("--of=${(Q)line[1]}")
        while IFS= read -r candidate; do
            names+=("${candidate%%$'\t'*}")
            displays+=("${candidate%%$'\t'*}  -- ${candidate#*$'\t'}")
        done < <("$asked[@]" 2>/dev/null)
        [[ $names[1] == *= ]] && suffix=(-S '')
        compadd "$suffix[@]" -l -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}' -d displays -a names
    }

    """#

  private static func zshDescriptions(_ commands: [CommandDefinition]) -> String {
    commands.map { "        \(quoted("\($0.name):\($0.summary)"))" }.joined(separator: "\n")
  }

  private static func zshArm(_ command: CommandDefinition) -> String {
    var specifications = zshOptions(command.options + GlobalOptions.definitions)
    guard !command.subcommands.isEmpty else {
      specifications += "\n" + zshArguments(CompletionModel(path: command.name, command: command))
      return "    \(command.name))\n        _arguments -s -S \\\n\(specifications)\n        ;;"
    }
    let names = command.subcommands.map(\.name).joined(separator: " ")
    let arms = command.subcommands.map { zshArm($0) }.joined(separator: "\n")
    return """
          \(command.name))
              _arguments -C -s -S \\
      \(specifications)
                  '1:subcommand:(\(names))' '*::argument:->arguments'
              case $words[1] in
      \(arms)
              esac
              ;;
      """
  }

  private static func zshOptions(_ options: [OptionDefinition]) -> String {
    options.filter { !$0.isHidden }.map { option in
      let summary = quoted("[\(zshEscaped(option.summary))]\(zshValue(option))")
      let long = "--\(option.name)\(option.takesValue ? "=" : "")"
      let star = option.isRepeatable ? "'*'" : ""
      guard let short = option.short else { return "        \(star)\(long)\(summary) \\" }
      let excluded = option.isRepeatable ? star : "'(-\(short) --\(option.name))'"
      let letter = "-\(short)\(option.takesValue ? "+" : "")"
      return "        \(excluded){\(letter),\(long)}\(summary) \\"
    }.joined(separator: "\n")
  }

  private static func zshValue(_ option: OptionDefinition) -> String {
    guard let placeholder = option.placeholder else { return "" }
    return ":\(zshEscaped(placeholder)):\(zshAction(option.kind))"
  }

  private static func zshArguments(_ model: CompletionModel) -> String {
    let (fixed, rest) = model.positions
    var result = fixed.enumerated().map { position, kind in
      "        '\(position + 1):\(model.command.arguments[position].name):\(zshAction(kind))'"
    }
    if let rest { result.append("        '*:argument:\(zshAction(rest))'") }
    return result.joined(separator: " \\\n")
  }

  private static func zshAction(_ kind: ValueKind) -> String {
    if let question = kind.question { return "{_tj_ask \(question)}" }
    return switch kind {
    case .choice(let words): "(\(words.joined(separator: " ")))"
    case .setting: "(\(ValueKind.settingNames))"
    case .command: "_tj_commands"
    case .file: "_files"
    case .directory: "_files -/"
    default: " "
    }
  }

  private static func zshEscaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if "[]:\\".contains(character) { result += "\\" }
      result.append(character)
    }
    return result
  }
}
