extension CompletionScript {
  /// The script for bash, 3.2 and later, without the bash-completion package.
  static func bash(_ models: [CompletionModel]) -> String {
    let names = models.filter { !$0.path.contains(" ") }.map(\.path).joined(separator: " ")
    let subcommands = models.filter { $0.path.contains(" ") }.map { "\"\($0.path)\"" }
    let isSubcommand = subcommands.isEmpty ? "__none" : subcommands.joined(separator: "|")
    let arms = [bashArms(of: GlobalOptions.definitions, after: "*")] + models.map { bashArms($0) }
    return bashPrelude + """
      # Whether the option $1 of the command $_tj_command takes a value.
      _tj_takes_value() {
          case $_tj_command:$1 in
          \(arms.flatMap(\.takers).joined(separator: "|\\\n    "))) return 0 ;;
          esac
          return 1
      }

      # Completes the value of the option $1 of the command $_tj_command.
      _tj_value() {
          case $_tj_command:$1 in
      \(arms.flatMap(\.values).joined(separator: "\n"))
          esac
      }

      # Completes the argument at $1, 0-based, of the command $_tj_command.
      _tj_argument() {
          case $_tj_command:$1 in
          :*) _tj_words "\(names)" ;;
      \(arms.flatMap(\.arguments).joined(separator: "\n"))
          esac
      }

      # Completes an option of the command $_tj_command.
      _tj_option() {
          case $_tj_command in
          '') _tj_words "\(words(GlobalOptions.definitions))" ;;
      \(arms.flatMap(\.options).joined(separator: "\n"))
          esac
      }

      # Whether $1, after $_tj_command, names a command.
      _tj_is_command() {
          case $1 in
          \(isSubcommand)) return 0 ;;
          esac
          [[ $1 != *' '* && " \(names) " == *" $1 "* ]]
      }
      \(bashMain)

      """
  }

  /// The arms of the script's case commands that one command needs.
  private struct BashArms {
    var takers: [String] = []
    var values: [String] = []
    var arguments: [String] = []
    var options: [String] = []
  }

  private static func bashArms(_ model: CompletionModel) -> BashArms {
    let pattern = "\"\(model.path)\""
    var arms = bashArms(of: model.command.visibleOptions, after: pattern)
    let positions = model.positions
    arms.arguments = positions.fixed.enumerated().map { position, kind in
      "    \(pattern):\(position)) \(bashAction(kind)) ;;"
    }
    if let rest = positions.rest {
      arms.arguments.append("    \(pattern):*) \(bashAction(rest)) ;;")
    }
    if !model.command.subcommands.isEmpty {
      let names = model.command.subcommands.map(\.name).joined(separator: " ")
      arms.arguments.append("    \(pattern):0) _tj_words \"\(names)\" ;;")
    }
    arms.options = ["    \(pattern)) _tj_words \"\(words(model.options))\" ;;"]
    return arms
  }

  private static func bashArms(of options: [OptionDefinition], after path: String) -> BashArms {
    var arms = BashArms()
    for option in options where option.takesValue {
      let patterns = spellings(of: option).map { "\(path):\($0)" }.joined(separator: "|")
      arms.takers.append(patterns)
      arms.values.append("    \(patterns)) \(bashAction(option.kind)) ;;")
    }
    return arms
  }

  private static func words(_ options: [OptionDefinition]) -> String {
    options.flatMap { spellings(of: $0) }.joined(separator: " ")
  }

  private static func bashAction(_ kind: ValueKind) -> String {
    if let question = kind.question { return "_tj_ask \(question)" }
    return switch kind {
    case .choice(let words): "_tj_words \"\(words.joined(separator: " "))\""
    case .setting: "_tj_words \"\(ValueKind.settingNames)\""
    case .command: "_tj_command= _tj_argument 0"
    case .file: "_tj_paths -f"
    case .directory: "_tj_paths -d"
    default: ":"
    }
  }

  private static let bashPrelude = #"""
    # Completions of tj for bash; made by "tj completions bash".

    # Sets REPLY to the word $1 without its quotes.
    _tj_unquote() {
        REPLY=$1
        case $REPLY in
        \'*) REPLY=${REPLY#\'} REPLY=${REPLY%\'} ;;
        \"*) REPLY=${REPLY#\"} REPLY=${REPLY%\"} REPLY=${REPLY//\\/} ;;
        *) REPLY=${REPLY//\\/} ;;
        esac
    }

    # Offers the candidate $1 as the current word, quoted as that word is.
    _tj_offer() {
        local text=$1 character
        case $_tj_quoting in
        \') text=${text//\'/\'\\\'\'} ;;
        \")
            for character in \\ \" \$ \`; do
                text=${text//"$character"/\\"$character"}
            done
            ;;
        *) printf -v text %q "$text" ;;
        esac
        text=$_tj_lead$text
        COMPREPLY+=("${text#"$_tj_kept"}")
    }

    # Offers those of the words in $1 that begin with the current word.
    _tj_words() {
        local word
        for word in $1; do
            if [[ $word == "$_tj_prefix"* ]]; then _tj_offer "$word"; fi
        done
    }

    # Offers the threads, entries or fields ($1) that begin with the current word.
    _tj_ask() {
        local candidate description
        while IFS=$'\t' read -r candidate description; do
            _tj_offer "$candidate"
            # A value follows; bash 3.2 puts a space before it.
            if [[ $candidate == *= ]]; then compopt -o nospace 2>/dev/null; fi
        done < <(command tj ${_tj_journal:+-C "$_tj_journal"} completions \
            "--$1=$_tj_prefix" ${_tj_first:+"--of=$_tj_first"} 2>/dev/null)
    }

    # Offers files (-f) or directories (-d).
    _tj_paths() {
        local path
        while IFS= read -r path; do
            _tj_offer "$path"
        done < <(compgen "$1" -- "$_tj_prefix")
    }


    """#

  private static let bashMain = #"""

    _tj() {
        local _tj_command= _tj_journal= _tj_first= _tj_prefix _tj_quoting= _tj_kept= _tj_lead= REPLY
        local -a words
        local index word before rest=$COMP_LINE count=0 position=0 ended= current
        COMPREPLY=()
        # Puts words together again that readline split at "=", ":" and "@".
        for ((index = 0; index <= COMP_CWORD; index++)); do
            word=${COMP_WORDS[index]}
            if [[ -n $word ]]; then before=${rest%%"$word"*}; else before=$rest; fi
            rest=${rest#"$before"}
            rest=${rest#"$word"}
            if ((count > 0)) && [[ -z $before ]]; then
                words[count - 1]+=$word
            else
                words[count]=$word
                count=$((count + 1))
            fi
        done
        current=${words[count - 1]}
        word=${COMP_WORDS[COMP_CWORD]}
        case $word in
        [=:@]*) word=${word#[=:@]} ;;
        esac
        _tj_kept=${current%"$word"}
        case $current in
        [\'\"]*) _tj_quoting=${current:0:1} _tj_kept= ;;
        esac
        _tj_unquote "$current"
        _tj_prefix=$REPLY

        for ((index = 1; index < count - 1; index++)); do
            _tj_unquote "${words[index]}"
            word=$REPLY
            case $ended$word in
            --) ended=1 ;;
            -C?*) _tj_journal=${word#-C} ;;
            --journal=*) _tj_journal=${word#*=} ;;
            -?*)
                if _tj_takes_value "$word"; then
                    index=$((index + 1))
                    _tj_unquote "${words[index]}"
                    case $word in
                    -C|--journal) _tj_journal=$REPLY ;;
                    esac
                    if ((index == count - 1)); then
                        _tj_value "$word"
                        return
                    fi
                fi
                ;;
            *)
                if ((position == 0)) && _tj_is_command "${_tj_command:+$_tj_command }$word"; then
                    _tj_command=${_tj_command:+$_tj_command }$word
                else
                    if ((position == 0)); then _tj_first=$word; fi
                    position=$((position + 1))
                fi
                ;;
            esac
            _tj_journal=${_tj_journal/#\~\//$HOME/}
        done

        case $ended$current in
        --*=*)
            word=${current%%=*}
            _tj_prefix=${_tj_prefix#*=} _tj_lead=$word=
            _tj_value "$word"
            ;;
        -*) _tj_option ;;
        *) _tj_argument "$position" ;;
        esac
    }

    complete -F _tj tj
    """#
}
