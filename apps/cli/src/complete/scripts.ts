/** The shells that have a script. */
export const shells = ["bash", "zsh", "fish", "powershell"] as const;

/** The last line of candidates if the shell lists files, too. */
export const filesLine = ":files";

// Candidates are names of files, which anybody may have written. A script keeps them in variables, in quotes: no word of
// them is evaluated, neither when they are listed nor when one is put into the command line.

const bash = String.raw`# bash completion of ccdag; install: ccdag completion bash > ~/.local/share/bash-completion/completions/ccdag
_ccdag() {
  local line value files= current="${"${COMP_WORDS[COMP_CWORD]}"}"
  local -a values=()
  while IFS= read -r line; do
    if [[ $line == ${filesLine} ]]; then
      files=1
    else
      value=${"${line%%$'\\t'*}"}
      [[ -n $value ]] && values+=("$value")
    fi
  done < <(ccdag complete -- "${"${COMP_WORDS[@]:1:COMP_CWORD}"}" 2>/dev/null)
  if [[ -n $files ]]; then
    while IFS= read -r line; do
      values+=("$line")
    done < <(compgen -f -- "$current")
  fi
  COMPREPLY=()
  # With the option, bash quotes what it inserts; bash 3 has no compopt.
  if [[ -n $files ]] && compopt -o filenames 2>/dev/null; then
    COMPREPLY=("${"${values[@]}"}")
  else
    for value in "${"${values[@]}"}"; do
      COMPREPLY+=("$(printf '%q' "$value")")
    done
  fi
}
complete -F _ccdag ccdag
`;

const zsh = String.raw`#compdef ccdag
# zsh completion of ccdag; install: ccdag completion zsh > a folder of $fpath, as _ccdag
_ccdag() {
  local line value files=
  local -a values shown
  while IFS= read -r line; do
    if [[ $line == ${filesLine} ]]; then
      files=1
      continue
    fi
    value=${"${line%%$'\\t'*}"}
    values+=("$value")
    if [[ $line == *$'\t'?* ]]; then
      shown+=("$value  -- ${"${line#*$'\\t'}"}")
    else
      shown+=("$value")
    fi
  done < <(ccdag complete -- "${"${(@Q)words[2,CURRENT]}"}" 2>/dev/null)
  if (( ${"${#values}"} )); then
    compadd -l -d shown -a -- values
  fi
  if [[ -n $files ]]; then
    _files
  fi
}
if [[ $funcstack[1] == _ccdag ]]; then
  _ccdag "$@"
else
  compdef _ccdag ccdag
fi
`;

const fish = String.raw`# fish completion of ccdag; install: ccdag completion fish > ~/.config/fish/completions/ccdag.fish
function __ccdag_complete
    set -l before (commandline -opc)
    set -e before[1]
    set -l current (commandline -ct)
    set -l lines (ccdag complete -- $before "$current" 2>/dev/null)
    for line in $lines
        if test "$line" != "${filesLine}"
            printf '%s\n' "$line"
        end
    end
    if contains -- "${filesLine}" $lines
        __fish_complete_path "$current"
    end
end
complete -c ccdag -f -a '(__ccdag_complete)'
`;

// Not tried: no registry has PowerShell. Before 7.3 it drops empty arguments, which a word that is only begun is.
const powershell = String.raw`# PowerShell completion of ccdag; install: ccdag completion powershell >> $PROFILE
Register-ArgumentCompleter -Native -CommandName ccdag -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -le $cursorPosition } |
        ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text } })
    if ($wordToComplete -eq '') {
        if ($PSVersionTable.PSVersion -lt [version]'7.3') { $words += '""' } else { $words += '' }
    }
    $encoding = [Console]::OutputEncoding
    [Console]::OutputEncoding = [System.Text.Encoding]::UTF8
    try { $lines = @(ccdag complete -- @words 2>$null) } finally { [Console]::OutputEncoding = $encoding }
    foreach ($line in $lines) {
        if ($line -eq '${filesLine}') {
            [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete)
            continue
        }
        $value, $shown = $line -split "\t", 2
        if (-not $value) { continue }
        if (-not $shown) { $shown = $value }
        $quoted = $value
        if ($value -notmatch '^[A-Za-z0-9_./:=+-]+$') {
            $quoted = "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($value) + "'"
        }
        [System.Management.Automation.CompletionResult]::new($quoted, $value, 'ParameterValue', $shown)
    }
}
`;

/** The script of a shell. */
export const scripts: Readonly<Record<(typeof shells)[number], string>> = { bash, zsh, fish, powershell };
