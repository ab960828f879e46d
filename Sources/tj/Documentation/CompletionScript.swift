/// The completion scripts that `tj completions SHELL` prints: they know a shell, and nothing of the commands.
///
/// For every word a script runs `tj completions --word=WORD...` with the words of the command line up to the cursor,
/// without their quotes. The answer is a candidate a line, with a TAB and a description where there is one. Where it
/// is `--` and `file` or `directory`, the shell completes a path.
enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  var text: String {
    switch self {
    case .bash: Self.bashText
    case .zsh: Self.zshText
    case .fish: Self.fishText
    }
  }

  /// For bash, 3.2 and later, without the bash-completion package.
  private static let bashText = #"""
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
        COMPREPLY+=("${text#"$_tj_kept"}")
        # A value follows; bash 3.2 puts a space before it.
        if [[ $1 == *= ]]; then compopt -o nospace 2>/dev/null; fi
    }

    # Offers files (-f) or directories (-d) as the current word $2.
    _tj_paths() {
        local path=$2 lead=
        case $path in
        --*=*) lead=${path%%=*}= path=${path#*=} ;;
        esac
        while IFS= read -r path; do
            _tj_offer "$lead$path"
        done < <(compgen "$1" -- "$path")
    }

    _tj() {
        local _tj_quoting= _tj_kept= REPLY index word before rest=$COMP_LINE count=0 description
        local -a words
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
        word=${COMP_WORDS[COMP_CWORD]}
        case $word in
        [=:@]*) word=${word#[=:@]} ;;
        esac
        _tj_kept=${words[count - 1]%"$word"}
        case ${words[count - 1]} in
        [\'\"]*) _tj_quoting=${words[count - 1]:0:1} _tj_kept= ;;
        esac
        for ((index = 1; index < count; index++)); do
            _tj_unquote "${words[index]}"
            words[index]=--word=$REPLY
        done
        while IFS=$'\t' read -r word description; do
            case $word:$description in
            --:file) _tj_paths -f "$REPLY" ;;
            --:directory) _tj_paths -d "$REPLY" ;;
            *) _tj_offer "$word" ;;
            esac
        done < <(command tj completions "${words[@]:1}" 2>/dev/null)
    }

    complete -F _tj tj

    """#

  /// For zsh, to be autoloaded as `_tj` or sourced.
  private static let zshText = #"""
    #compdef tj
    # Completions of tj for zsh; made by "tj completions zsh".

    _tj() {
        local candidate
        local -a names displays suffix asked=("${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}")
        while IFS= read -r candidate; do
            names+=("${candidate%%$'\t'*}")
            displays+=("${candidate/$'\t'/  -- }")
        done < <(command tj completions "${(@)asked/#/--word=}" 2>/dev/null)
        if [[ $names[1] == -- ]]; then
            compset -P '--*='
            case $displays[1] in
            *directory) _files -/ ;;
            *) _files ;;
            esac
            return
        fi
        [[ $names[1] == *= ]] && suffix=(-S '')
        compadd "$suffix[@]" -l -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}' -d displays -a -- names
    }

    if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
        _tj "$@"
    else
        compdef _tj tj
    fi

    """#

  /// For fish, 3.1 and later.
  private static let fishText = #"""
    # Completions of tj for fish; made by "tj completions fish".

    function __tj_complete
        set -l tokens (commandline -opc)
        set -l word (string unescape -- (commandline -ct))
        set -l lead (string match -r -- '^--[^=]*=' "$word")
        set -l path (string replace -- "$lead" '' "$word")
        set -l lines (command tj completions --word=$tokens[2..-1] --word="$word" 2>/dev/null)
        switch "$lines"
            case --\tfile
                printf "$lead%s\n" (__fish_complete_path "$path")
            case --\tdirectory
                printf "$lead%s\n" (__fish_complete_directories "$path")
            case '?*'
                printf '%s\n' $lines
        end
    end

    complete -c tj -f -a '(__tj_complete)'

    """#
}
