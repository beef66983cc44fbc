/**
 * What a build of the web app consists of (R95): the SHA-256 of every file that an installation serves to browsers. A release
 * has it as a file, an installation at SITE_BUILD_PATH, and `fair-draw check-site` compares the two with what is served.
 */
import { isHash } from './field-rules.ts';

export const SITE_BUILD_PATH = '/.well-known/glassdrum-build.json';

export interface SiteBuild {
  format: 'glassdrum-build/1';
  version: string;
  /** 40 hex; null for a build of changed or unknown sources. */
  commit: string | null;
  /** SHA-256 of the page's HTML without its preview tags, which name the installation's own address. */
  page: string;
  /** The same of the pages that come with their first view, without that view; null for a build that has none. */
  view: string | null;
  /** SHA-256 of each file, by its path from the root. */
  files: Readonly<Record<string, string>>;
}

const COMMIT = /^[0-9a-f]{40}$/;
/** The path of a file, as browsers request it: no way out of its folder, nothing to escape. */
const PATH = /^(?:\/[A-Za-z0-9_@+~-][A-Za-z0-9_@+~.-]*)+$/;
const LONGEST_VERSION = 50;
const MOST_FILES = 10_000;
/** What the server generates for each page and address; content only, which no browser runs. */
const PREVIEW_TAGS =
  /\s*<meta\s+(?:name="(?:description|twitter:[a-z:]*)"|property="og:[a-z:_]*")\s+content="[^"<>]*"\s*\/?>/g;

/** The page as every address of every installation has it. White space between its tags does not count. */
export function withoutPreviewTags(html: string): string {
  return html.replace(PREVIEW_TAGS, '').replaceAll(/>\s+</g, '><');
}

const FIRST_VIEW =
  /(<div id="root">)([\s\S]*)(<\/div>\s*<script type="application\/json" id="first-view">)([^<]*)(<\/script>)/;
const COMMENT = /<!--[^<>]*-->/g;
const TAG = /<\/?([a-z][a-z0-9]*)((?:\s+[a-z][a-z0-9:-]*(?:="[^"<>]*")?)*)\s*\/?>/gi;
const ATTRIBUTE = /\s+([a-z][a-z0-9:-]*)(?:="([^"<>]*)")?/gi;
/** Elements that run, load or rule anything beyond themselves. */
const ACTIVE =
  /^(?:script|style|link|meta|base|iframe|frame|object|embed|applet|template|noscript|audio|video|source|animate.*|set|use|foreignobject)$/i;
const ADDRESS = /^(?:\/|#|https?:\/\/)/;

/**
 * The page without the view that the server rendered into it, which differs from address to address and from visitor to visitor.
 * A view that could run or load a script is left in place: it is no view.
 */
export function withoutFirstView(html: string): string {
  return html.replace(
    FIRST_VIEW,
    (all, before: string, view: string, between: string, _data: string, after: string) =>
      isInert(view) ? before + between + after : all,
  );
}

function isInert(view: string): boolean {
  const rest = view.replaceAll(COMMENT, '').replaceAll(TAG, (tag, name: string, attributes: string) => {
    if (ACTIVE.test(name)) return tag;
    return Array.from(attributes.matchAll(ATTRIBUTE)).every(([, attribute = '', value = '']) =>
      isInertAttribute(attribute.toLowerCase(), value),
    )
      ? ''
      : tag;
  });
  return !rest.includes('<');
}

function isInertAttribute(name: string, value: string): boolean {
  if (name.startsWith('on') || name === 'srcdoc') return false;
  return !/(?:^|:)(?:href|src|action|formaction|data)$/.test(name) || ADDRESS.test(value);
}

/** Null for anything that is no list of a build. */
export function parseSiteBuild(value: unknown): SiteBuild | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { format, version, commit, page, view = null, files } = value as Record<string, unknown>;
  if (format !== 'glassdrum-build/1' || typeof version !== 'string' || version.length > LONGEST_VERSION)
    return null;
  if (commit !== null && (typeof commit !== 'string' || !COMMIT.test(commit))) return null;
  if (
    !isHash(page) ||
    !(view === null || isHash(view)) ||
    typeof files !== 'object' ||
    files === null ||
    Array.isArray(files)
  )
    return null;
  const entries = Object.entries(files);
  if (entries.length > MOST_FILES) return null;
  for (const [path, hash] of entries) if (!PATH.test(path) || !isHash(hash)) return null;
  return { format, version, commit, page, view, files: Object.fromEntries(entries) };
}

/** The paths, in order, at which two builds have different files or only one has any. */
export function differentFiles(one: SiteBuild, other: SiteBuild): string[] {
  const paths = new Set([...Object.keys(one.files), ...Object.keys(other.files)]);
  return [...paths].filter((path) => one.files[path] !== other.files[path]).sort();
}
