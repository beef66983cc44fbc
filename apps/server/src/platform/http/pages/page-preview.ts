/** What chats and other sites show of a link to a page: written into the page's head by the server, which knows the raffle. */

export interface PagePreview {
  title: string;
  description: string;
  /** Of an image of 1200 × 630; begins with a slash. */
  imagePath: string;
  /** Of the page itself; begins with a slash. */
  path: string;
}

/**
 * The preview of a page by its address within the site, with its query, or null for the pages that show nothing (I4: personal links
 * among them).
 */
export type PagePreviewer = (url: string) => Promise<PagePreview | null>;

/** What the page says of the product; a raffle's preview stands in its place, for readers take the first that they find. */
const OWN_TAGS =
  /\n?[ ]*<meta\s+(?:name="(?:description|twitter:[^"]*)"|property="og:[^"]*")\s+content="[^"]*"\s*\/?>/g;
const PRODUCT_PICTURE = /(<meta\s+property="og:image"\s+content=")(\/[^"]*")/;

/**
 * The app's page with the preview in its head.
 * @param publicUrl of the installation, without a slash at the end: readers of previews take no relative addresses
 */
export function withPreview(html: string, preview: PagePreview, publicUrl: string): string {
  const { title, description, imagePath, path } = preview;
  const properties = {
    'og:type': 'website',
    'og:site_name': 'Glassdrum',
    'og:title': title,
    'og:description': description,
    'og:url': `${publicUrl}${path}`,
    'og:image': `${publicUrl}${imagePath}`,
    'og:image:type': 'image/png',
    'og:image:width': '1200',
    'og:image:height': '630',
  };
  const tags = [
    meta('name', 'description', description),
    ...Object.entries(properties).map(([name, content]) => meta('property', name, content)),
    meta('name', 'twitter:card', 'summary_large_image'),
  ].join('\n    ');
  // As functions: a dollar sign in a title is no command to replace.
  return html.replace(OWN_TAGS, () => '').replace('</head>', () => `  ${tags}\n  </head>`);
}

/** The page about the product: its image with its whole address, too. @param publicUrl without a slash at the end */
export function withProductImage(html: string, publicUrl: string): string {
  return html.replace(PRODUCT_PICTURE, (_all, before: string, after: string) => {
    return before + inAttribute(publicUrl) + after;
  });
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${inAttribute(content)}" />`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** C9: titles are written by people; here they are text on one line and nothing else. */
function inAttribute(words: string): string {
  return words
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
