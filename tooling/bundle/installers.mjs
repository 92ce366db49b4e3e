// What Homebrew and winget install the single binary from, made of its archives.
//   node installers.mjs <folder of the archives> <folder for the files>
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The systems that there is a binary for. The matrix of the workflow that releases has the same. */
export const targets = [
  { name: "darwin-arm64", brew: ["macos", "arm"], ending: ".tar.gz" },
  { name: "darwin-x64", brew: ["macos", "intel"], ending: ".tar.gz" },
  { name: "linux-arm64", brew: ["linux", "arm"], ending: ".tar.gz" },
  { name: "linux-x64", brew: ["linux", "intel"], ending: ".tar.gz" },
  { name: "windows-x64", winget: "x64", ending: ".zip" },
];

/** The archive of a target, in the release that it belongs to. */
export const archiveOf = ({ name, ending }) => `ccdag-${name}${ending}`;

/**
 * The files of both installers.
 *
 * @param manifest the manifest of `ccdag`, with the version that is released
 * @param sums the SHA-256 of each archive, in hexadecimal, by its name
 * @returns the text of each file by its path
 */
export function installers(manifest, sums) {
  const page = manifest.repository.url.replace(/^git\+|\.git$/g, "");
  const at = (target) => ({
    ...target,
    url: `${page}/releases/download/ccdag%40${manifest.version}/${archiveOf(target)}`,
    sum: sums[archiveOf(target)],
  });
  const all = targets.map(at);
  const missing = all.filter(({ sum }) => sum === undefined).map(archiveOf);
  if (missing.length > 0) throw new TypeError(`Unexpected release without ${missing.join(", ")}`);
  return { "homebrew/ccdag.rb": formula(manifest, page, all), ...winget(manifest, page, all) };
}

/** What it is, in fewer words than Homebrew allows. */
const titleOf = ({ description }) => description.replace(/[:.].*$/, "");

function formula(manifest, page, all) {
  const blocks = ["macos", "linux"].map((system) => {
    const parts = all
      .filter(({ brew }) => brew?.[0] === system)
      .map(
        ({ brew, url, sum }) => `    on_${brew[1]} do
      url "${url}"
      sha256 "${sum}"
    end`,
      );
    return `  on_${system} do\n${parts.join("\n")}\n  end\n`;
  });
  return `class Ccdag < Formula
  desc ${JSON.stringify(titleOf(manifest))}
  homepage "${page}"
  version "${manifest.version}"
  license "${manifest.license}"

${blocks.join("\n")}
  def install
    bin.install "ccdag"
    generate_completions_from_executable(bin/"ccdag", "completion", shells: [:bash, :zsh, :fish])
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/ccdag --version")
  end
end
`;
}

/** Three files: the manifests of version 1.10 of winget. */
function winget(manifest, page, all) {
  const common = { PackageIdentifier: "ccdag.ccdag", PackageVersion: manifest.version };
  const file = (type, fields) =>
    `${yaml({ ...common, ...fields, ManifestType: type, ManifestVersion: "1.10.0" }).join("\n")}\n`;
  return {
    "winget/ccdag.ccdag.yaml": file("version", { DefaultLocale: "en-US" }),
    "winget/ccdag.ccdag.installer.yaml": file("installer", {
      InstallerType: "zip",
      NestedInstallerType: "portable",
      NestedInstallerFiles: [{ RelativeFilePath: "ccdag.exe", PortableCommandAlias: "ccdag" }],
      Installers: all.flatMap(({ winget: architecture, url, sum }) =>
        architecture === undefined
          ? []
          : [{ Architecture: architecture, InstallerUrl: url, InstallerSha256: sum.toUpperCase() }],
      ),
    }),
    "winget/ccdag.ccdag.locale.en-US.yaml": file("defaultLocale", {
      PackageLocale: "en-US",
      Publisher: "ccdag",
      PackageName: "ccdag",
      PackageUrl: page,
      License: manifest.license,
      LicenseUrl: `${page}/blob/main/LICENSE`,
      ShortDescription: titleOf(manifest),
    }),
  };
}

/** Fields as lines of YAML: texts, and lists of records of texts. */
function yaml(fields) {
  return Object.entries(fields).flatMap(([name, value]) =>
    Array.isArray(value)
      ? [`${name}:`, ...value.flatMap((one) => yaml(one).map((line, at) => `${at === 0 ? "- " : "  "}${line}`))]
      : [`${name}: ${JSON.stringify(value)}`],
  );
}

function write(from, to) {
  const manifest = JSON.parse(readFileSync(new URL("../../apps/cli/package.json", import.meta.url), "utf8"));
  const sumOf = (target) =>
    createHash("sha256")
      .update(readFileSync(join(from, archiveOf(target))))
      .digest("hex");
  const sums = Object.fromEntries(targets.map((target) => [archiveOf(target), sumOf(target)]));
  for (const [path, text] of Object.entries(installers(manifest, sums))) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    writeFileSync(join(to, path), text);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) write(process.argv[2], process.argv[3]);
