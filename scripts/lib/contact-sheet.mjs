/** One page that shows all pictures of a folder, state by state, to be looked through. */

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/**
 * @param {{page: string, state: string, pictures: {file: string, label: string}[], failure?: string}[]} rows
 * @returns {string} HTML; files are named relative to it
 */
export function contactSheet(rows) {
  const sections = rows.map(({ page, state, pictures, failure }) => {
    const images = pictures.map(
      ({ file, label }) =>
        `<figure><a href="${escaped(file)}"><img loading="lazy" src="${escaped(file)}" alt="${escaped(`${page}, ${state}, ${label}`)}"></a><figcaption>${escaped(label)}</figcaption></figure>`,
    );
    const problem = failure === undefined ? '' : `<p class="failure">${escaped(failure)}</p>`;
    return `<section><h2>${escaped(page)} <small>${escaped(state)}</small></h2>${problem}<div>${images.join('')}</div></section>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Screens</title>
<style>
  body { font: 15px/1.4 system-ui, sans-serif; margin: 24px; background: #777; color: #fff; }
  h2 { margin: 32px 0 8px; } small { font-weight: normal; opacity: .8; }
  section div { display: flex; gap: 16px; overflow-x: auto; align-items: flex-start; }
  figure { margin: 0; flex: none; } img { height: 420px; width: auto; display: block; }
  figcaption { opacity: .8; } .failure { color: #fff; background: #a00; padding: 8px; white-space: pre-wrap; }
</style>
${sections.join('\n')}
</html>
`;
}
