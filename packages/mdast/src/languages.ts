/**
 * Names of languages that readers of Markdown highlight, and do nothing else with: programming languages, markup and data,
 * with the short names and file extensions that fences use.
 *
 * It lists what is known to be inert, because the opposite cannot be listed: forges draw `mermaid`, `geojson` and `math`,
 * and plugins of editors draw, query or run a fence by any name. A language whose name such a plugin takes is absent: `dot`
 * and `graph` are drawn, `latex` is compiled, `asciidoc` is converted.
 */
const names = `
  abap actionscript ada apex applescript arduino asm assembly astro awk bash bat batch basic bicep bzl c c# c++ cc cfg cjs cl
  clj cljc cljs clojure cls cmake cmd cobol coffee coffeescript conf console cpp cr crystal cs csharp csproj css csv cts cu
  cuda cxx cypher cython d dart delphi diff django docker dockerfile dockerignore dos ebnf edn ejs el elisp elixir elm env
  erb erl erlang ex exs f# f90 fish fortran fs fsharp gd gdscript gemspec gherkin git gitattributes gitconfig gitignore gleam
  glsl go golang gql gradle graphql groovy h hack haml handlebars haskell hbs hcl hh hlsl hpp hs htaccess htm html http hx
  haxe hxx ini ipynb irb jade java javascript jinja jinja2 jl js json json5 jsonc jsonl jsp jsx julia kt kts kotlin ksh less
  lhs liquid lisp llvm lock log lua m mak make makefile markdown matlab md mdx mjs mk ml mli mm mts mustache nasm ndjson nginx
  nim nix nu objc objective-c objectivec ocaml odin pas pascal patch perl pgsql php pl plaintext plist pls plsql po
  postgresql powershell pp prisma pro prolog properties proto protobuf ps1 psd1 psm1 pug puppet purescript purs pwsh py
  pycon pyi pyx python python3 r racket raku rake rb regex regexp requirements rest rkt robot rs rst ruby rust sass sas
  scala scheme scm scss sed sh shell shell-session shellsession sln smalltalk sol solidity spec sql st starlark stylus sv
  svelte svg swift systemverilog sysverilog tcl template terraform tex text tf tfvars toml ts tsv tsx twig txt typescript v
  vb vba vbnet vbs vbscript verilog vhd vhdl vim viml vue wasm wat wgsl xhtml xml xsd xsl xslt yaml yml zig zsh`;

const languages: ReadonlySet<string> = new Set(names.trim().split(/\s+/));

/**
 * Whether a name is that of a language that readers of Markdown only highlight.
 *
 * @param name as it stands after a fence, or the extension of a file, in any case.
 */
export function isLanguage(name: string): boolean {
  return languages.has(name.toLowerCase());
}
