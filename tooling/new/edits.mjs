// Edits of files that exist. Each names an anchor, and returns no text if the anchor is not there exactly once: a plan is
// then given up before anything is written.

/**
 * @typedef {object} Edit
 * @property {string} path of the file.
 * @property {string} anchor what the edit looks for, for a message.
 * @property {(text: string) => string | undefined} change the new text; `undefined` without the anchor.
 */

/** @returns {Edit} puts a text before an anchor. */
export function before(path, anchor, added) {
  return { path, anchor, change: (text) => replaceOnce(text, anchor, added + anchor) };
}

/** @returns {Edit} puts a text after an anchor. */
export function after(path, anchor, added) {
  return { path, anchor, change: (text) => replaceOnce(text, anchor, anchor + added) };
}

/** @returns {Edit} adds an import after the last one. */
export function addImport(path, line) {
  return {
    path,
    anchor: "import",
    change(text) {
      const last = [...text.matchAll(/^import [^;]+;\n/gm)].at(-1);
      if (last === undefined) return undefined;
      const at = last.index + last[0].length;
      return `${text.slice(0, at)}${line}\n${text.slice(at)}`;
    },
  };
}

/**
 * @returns {Edit} adds lines at the end of a list or an object.
 * @param {string} opening the line that opens it, without its indentation.
 */
export function addInside(path, opening, added) {
  return {
    path,
    anchor: opening,
    change(text) {
      const lines = text.split("\n");
      const starts = lines.flatMap((line, at) => (line.trimStart() === opening ? [at] : []));
      if (starts.length !== 1) return undefined;
      const [start] = starts;
      const indent = lines[start].slice(0, -opening.length);
      const end = lines.findIndex(
        (line, at) => at > start && /^[\]}]/.test(line.slice(indent.length)) && line.startsWith(indent),
      );
      if (end === -1) return undefined;
      return lines.toSpliced(end, 0, added).join("\n");
    },
  };
}

/**
 * @returns {Edit} adds a row to a table or a list in Markdown.
 * @param {string} heading the heading above it.
 * @param {string} start how the row before it begins.
 */
export function addRow(path, heading, start, row) {
  return {
    path,
    anchor: `${heading} … ${start}`,
    change(text) {
      const lines = text.split("\n");
      const head = lines.indexOf(heading);
      const at = lines.findIndex((line, index) => index > head && line.startsWith(start));
      return head === -1 || at === -1 ? undefined : lines.toSpliced(at + 1, 0, row).join("\n");
    },
  };
}

/**
 * @returns {Edit} changes a JSON file.
 * @param {string} field the field of the top level that is changed.
 */
function editJson(path, field, change) {
  return {
    path,
    anchor: field,
    change(text) {
      const value = JSON.parse(text);
      if (value[field] === undefined) return undefined;
      return `${JSON.stringify({ ...value, [field]: change(value[field]) }, undefined, 2)}\n`;
    },
  };
}

/** @returns {Edit} adds a dependency to a manifest, in the order of names. */
export function addDependency(path, field, name, range) {
  return editJson(path, field, (old) =>
    Object.fromEntries(Object.entries({ ...old, [name]: range }).sort(([a], [b]) => (a < b ? -1 : 1))),
  );
}

/** @returns {Edit} adds a reference to a configuration of the compiler. */
export function addReference(path, folder) {
  return editJson(path, "references", (old) => [...old, { path: folder }]);
}

function replaceOnce(text, anchor, by) {
  const parts = text.split(anchor);
  return parts.length === 2 ? parts.join(by) : undefined;
}
