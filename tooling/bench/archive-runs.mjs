// The measurements on one generated archive.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { cli, measureNode, measureProgram, sizeOf } from "./archive-measure.mjs";
import { peers } from "./archive-peers.mjs";
import { shareOf } from "./archive-share.mjs";
import { formatRow } from "./archive-table.mjs";

/** The measurements on one archive. */
export class ArchiveRuns {
  constructor(folder, about, { rows, shares, programs }) {
    this.rows = rows;
    this.shares = shares;
    this.programs = programs;
    this.about = about;
    this.archive = join(folder, "projects");
    this.out = join(folder, "out");
    this.cache = join(folder, "cache");
    this.home = join(folder, "home");
    this.isLarge = about.megabytes >= 1000;
    this.runs = this.isLarge ? 1 : 2;
    this.clear = () => rmSync(this.out, { recursive: true, force: true });
  }

  note(what, figures) {
    const { printed, ...rest } = figures;
    this.rows.push({ what, ...this.about, written: printed || sizeOf(this.out), ...rest });
    console.log(formatRow(this.rows.at(-1)));
  }

  /** A run of the command line with nothing remembered, and no output there. */
  run(what, ...call) {
    this.note(what, measureNode([cli, ...call, "-q", "--no-cache"], { prepare: this.clear, runs: this.runs }));
  }

  /** After a run that is not measured, with what it remembers. */
  again(what, prepare, ...call) {
    this.clear();
    const env = { CCDAG_CACHE: this.cache };
    measureNode([cli, ...call, "-q"], { env, runs: 1 });
    this.note(what, measureNode([cli, ...call, "-q"], { env, prepare, runs: 3 }));
  }

  /** Other tools get a copy of the archive each time: some write into it. */
  runPeers(task) {
    for (const peer of this.programs && !this.isLarge ? peers[task] : []) {
      const call = peer.call(this, this.programs);
      this.note(peer.name, measureProgram(call.command, call.argv, { ...call, runs: this.runs }));
      this.share(peer.name);
    }
  }

  share(what) {
    if (this.about.megabytes > 50) return;
    this.shares.push({ what, megabytes: this.about.megabytes, ...shareOf(this.archive, this.out) });
    console.log(JSON.stringify(this.shares.at(-1)));
  }
}
