import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { audit } from "@ccdag/ccast";
import { ccdag, findMisplaced, timeline } from "@ccdag/processor";
import renderHtml from "@ccdag/render-html";
import renderJson from "@ccdag/render-json";
import renderMarkdown from "@ccdag/render-markdown";
import { Ajv2020 } from "ajv/dist/2020.js";

const schema = JSON.parse(readFileSync(createRequire(import.meta.url).resolve("@ccdag/ccast/schema.json"), "utf8"));
const validate = new Ajv2020({ allErrors: true, strict: false }).compile(schema);

/** Render a tree in every format, and return the faults as sentences. */
export function renderAll(file, tree) {
  const faults = audit(tree, file.data.ledger).map(({ id, reason }) => `${id ?? ""} ${reason}`.trim());
  const stream = timeline(tree, file);
  for (const { id, reason } of audit(stream, file.data.ledger)) faults.push(`stream: ${id ?? ""} ${reason}`);
  for (const { child } of findMisplaced(stream, file.data.transcript))
    faults.push(`stream: ${child.uuid} is misplaced`);
  const json = ccdag().use(renderJson).stringify(tree, file);
  const markdown = ccdag().use(renderMarkdown).stringify(tree, file);
  const html = ccdag().use(renderHtml).stringify(tree, file);
  for (const [name, text] of Object.entries({ markdown, html }))
    if (text.trim() === "" && tree.children.length > 0) faults.push(`${name} is empty`);
  const envelope = JSON.parse(json);
  for (const one of [envelope, JSON.parse(ccdag().use(renderJson).stringify(stream, file))])
    if (!validate(one))
      for (const error of validate.errors.slice(0, 3)) faults.push(`schema ${error.instancePath} ${error.message}`);
  return { tree, envelope, markdown, html, faults };
}
