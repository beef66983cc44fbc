/* What cannot wait for the app; a file of its own because the CSP allows no inline script. */

/* Sets the remembered theme, and the browser's bars to it, before the first paint. */
try {
  if (localStorage.getItem('raffle-theme') === 'dark') {
    document.documentElement.classList.add('dark');
    document.querySelector('meta[name="theme-color"]').setAttribute('content', '#12100e');
  }
} catch {
  /* Storage is blocked: the default theme stays. */
}

/* Asks for this page's files while the app is still on its way (build/page-files.ts). */
/** @type {[path: string, files: string[]][]} */
const pages = JSON.parse(document.querySelector('meta[name=page-files]')?.getAttribute('content') ?? '[]');
const files = pages.find(([path]) => new RegExp(path).test(location.pathname))?.[1] ?? [];
for (const href of files) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.crossOrigin = '';
  link.href = href;
  document.head.append(link);
}
