/** How the code of some languages is divided into tokens. */
export interface Syntax {
  /** The names of the languages, and their file extensions. */
  readonly names: string;
  /** The kinds of tokens, each with its pattern. The first that fits wins; a `word` is a keyword, a literal or nothing special. */
  readonly tokens: ReadonlyArray<readonly [kind: string, pattern: string]>;
  /** The keywords. */
  readonly keywords?: string;
  /** Whether keywords may be in upper case. */
  readonly isCaseless?: boolean;
}

const word = ["word", String.raw`[A-Za-z_][\w$]*`] as const;
const number = ["number", String.raw`\b\d[\w.]*`] as const;
const quoted = String.raw`"(?:[^"\\\n]|\\.)*"?`;
const strings = String.raw`${quoted}|'(?:[^'\\\n]|\\.)*'?`;
const template = "`(?:[^`\\\\]|\\\\[^])*`?";
const block = String.raw`\/\*[^]*?(?:\*\/|$)`;
const slashes = ["comment", String.raw`\/\/[^\n]*|${block}`] as const;
const hash = ["comment", String.raw`#[^\n]*`] as const;
const dashes = String.raw`--[^\n]*`;

/**
 * The syntaxes, coarse on purpose: comments, strings, numbers and keywords, in one pass, in time that is linear for any text:
 * a token that begins somewhere is taken, or is no token after a bounded look.
 */
export const syntaxes: readonly Syntax[] = [
  {
    names: `js javascript jsx mjs cjs ts typescript tsx mts cts java kotlin kt kts c h cpp c++ cc cxx hpp hh cs csharp c# go
      golang swift scala dart php groovy gradle objc objectivec zig proto prisma solidity sol glsl verilog v`,
    tokens: [slashes, ["string", `${strings}|${template}`], number, ["word", String.raw`[A-Za-z_$][\w$]*`]],
    keywords: `abstract any as async auto await base bool boolean break byte case catch chan char class const constexpr
      constructor continue crate data declare default defer delegate delete do double else enum event explicit export
      extends extern final finally float fn for foreach friend from func function get go goto guard if impl implements
      import in init inline instanceof int interface internal is keyof lateinit let lock long loop match mod module move
      mut mutable namespace native new object of open operator out override package params private protected pub public
      range readonly record ref register required return satisfies sealed select self set short signed sizeof static
      string struct super suspend switch synchronized template this throw throws trait try type typedef typename typeof
      union unsafe unsigned use using val var virtual void volatile when where while with yield`,
  },
  {
    names: "rs rust",
    tokens: [slashes, ["string", String.raw`${quoted}|'(?:[^'\\\n]|\\.)'`], number, word],
    keywords: `as async await break const continue crate dyn else enum extern fn for if impl in let loop match mod move mut pub
      ref return self Self static struct super trait type union unsafe use where while`,
  },
  {
    names: "py python pyi python3 py3 gyp starlark",
    tokens: [hash, ["string", String.raw`"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|${strings}`], number, word],
    keywords: `and as assert async await break case class continue def del elif else except finally for from global if
      import in is lambda match nonlocal not or pass raise return self try while with yield`,
  },
  {
    names: "rb ruby gemspec rake cr crystal ex exs elixir r perl pl julia jl nim tcl",
    tokens: [hash, ["string", strings], number, word],
    keywords: `alias and begin break case class def defmodule defp do else elsif end ensure false for foreach function if in
      include let macro module my next nil not or our package proc puts raise redo require rescue retry return self sub
      super then undef unless until use using when while yield`,
  },
  {
    names: "sh bash shell zsh ksh fish console shellsession dockerfile docker makefile make mk cmake nix env",
    tokens: [
      ["comment", String.raw`(?<!\S)#[^\n]*`],
      ["string", String.raw`"(?:[^"\\]|\\[^])*"?|'[^']*'?`],
      ["variable", String.raw`\$(?:\w+|\{[^}\n]*\}?)`],
      ["number", String.raw`(?<![\w.-])\d+\b`],
      ["word", String.raw`[A-Za-z_][\w-]*`],
    ],
    keywords: `ADD ARG case CMD COPY do done elif else ENTRYPOINT ENV esac exit EXPOSE export fi for FROM function if in LABEL
      local readonly return RUN set shift source then unset until USER VOLUME while WORKDIR`,
  },
  {
    names: "yaml yml toml ini cfg conf properties editorconfig",
    tokens: [
      ["comment", String.raw`(?<!\S)[#;][^\n]*`],
      ["attr", String.raw`(?<=^|\n)(?:[ \t]*(?:- )?[\w.@/][\w.@/-]*(?=[ \t]?[:=])|\[[^\n]*)`],
      ["string", strings],
      ["number", String.raw`(?<![\w.-])\d[\d._]*\b`],
      word,
    ],
  },
  {
    names: "json jsonc json5 jsonl ndjson ipynb webmanifest",
    tokens: [
      slashes,
      ["attr", String.raw`"(?:[^"\\\n]|\\.)*"(?=\s{0,9}:)`],
      ["string", strings],
      ["number", String.raw`-?\b\d[\d.eE+-]*`],
      word,
    ],
  },
  {
    names: "html htm xml svg vue xhtml plist rss atom xsd xsl svelte astro mathml",
    tokens: [
      ["comment", String.raw`<\!--[^]*?(?:-->|$)`],
      ["name", String.raw`<[/!?]?[A-Za-z][\w:.-]*`],
      ["string", String.raw`(?<==)(?:"[^"\n]*"?|'[^'\n]*'?)`],
      ["attr", String.raw`(?<![\w:.@-])[A-Za-z_:@][\w:.@-]*(?==["'])`],
    ],
  },
  {
    names: "css scss less sass styl stylus",
    tokens: [
      ["comment", block],
      ["string", strings],
      ["number", String.raw`#[\da-fA-F]{3,8}\b|(?<![\w-])\d[\w.%]*`],
      ["attr", String.raw`(?<![\w-])[\w-]+(?=:[ \t])`],
      ["keyword", String.raw`@[\w-]+`],
    ],
  },
  {
    names: "sql pgsql mysql plsql postgres postgresql sqlite cypher",
    tokens: [["comment", `${dashes}|${block}`], ["string", String.raw`'[^']*'?|"[^"\n]*"?`], number, word],
    isCaseless: true,
    keywords: `add all alter and any as asc begin between by cascade case check column commit constraint create cross default
      delete desc distinct do drop else end except exists explain foreign from full function grant group having if in index
      inner insert intersect into is join key left like limit match not null offset on or order outer over partition
      primary references replace return returning right rollback select set table then to transaction trigger union unique
      update using values view when where window with`,
  },
  {
    names: "lua hs haskell elm ada vhdl purescript purs idris agda",
    tokens: [["comment", String.raw`${dashes}|\{-[^]*?(?:-\}|$)`], ["string", quoted], number, word],
    keywords: `and begin break case class data deriving do else elseif end for forall function goto if import in infix infixl
      infixr instance is let local module newtype not of or package procedure repeat return then type until where while`,
  },
  {
    names: "clj clojure cljs edn el elisp emacs-lisp lisp cl scheme scm racket rkt asm nasm llvm",
    tokens: [
      ["comment", String.raw`;[^\n]*`],
      ["string", String.raw`"(?:[^"\\]|\\[^])*"?`],
      number,
      ["word", String.raw`[A-Za-z_][\w!?*-]*`],
    ],
    keywords: "and cond def defmacro defn defun do else fn if lambda let loop ns or recur require set! when while",
  },
  {
    names: "ml mli ocaml fs fsharp f# pas pascal delphi",
    tokens: [["comment", String.raw`\(\*[^]*?(?:\*\)|$)|\/\/[^\n]*`], ["string", quoted], number, word],
    keywords: `and as begin do done else end exception for fun function if in include let match member module mutable namespace
      of open or private procedure public raise rec then this to try type unit until val var when where while with yield`,
  },
  {
    names: "powershell ps1 psm1 psd1 pwsh ps",
    tokens: [
      ["comment", String.raw`<#[^]*?(?:#>|$)|#[^\n]*`],
      ["string", String.raw`"[^"\n]*"?|'[^'\n]*'?`],
      ["variable", String.raw`\$\w+`],
      number,
      word,
    ],
    isCaseless: true,
    keywords: `begin break catch continue do else elseif end exit filter finally for foreach function if in param process return switch throw try until using while`,
  },
];
