/* What cannot wait for the app; a file of its own because the CSP allows no inline script but the one in pages with a first view. */

/* Sets the remembered theme, and the browser's bars to it, before the first paint. */
try {
  if (localStorage.getItem('raffle-theme') === 'dark') {
    document.documentElement.classList.add('dark');
    document.querySelector('meta[name="theme-color"]').setAttribute('content', '#12100e');
  }
} catch {
  /* Storage is blocked: the default theme stays. */
}

/* Asks for this page's files, and for what it shows first, while the app is still on its way (build/page-files.ts). */
/** @type {[path: string, files: string[], call: string | null][]} */
const pages = JSON.parse(document.querySelector('meta[name=page-files]')?.getAttribute('content') ?? '[]');
/** @param {Partial<HTMLLinkElement>} wish */
const ask = (wish) => {
  const link = Object.assign(document.createElement('link'), { crossOrigin: 'anonymous' }, wish);
  document.head.append(link);
};
const page = pages.find(([path]) => new RegExp(path).test(location.pathname));
const app = document.querySelector('meta[name=app]')?.getAttribute('content');
const load = () => {
  for (const href of page?.[1] ?? []) ask({ rel: 'modulepreload', href });
};
if (app) {
  /* The first view is here, with its answers: it is painted before anything else takes the line or the processor. */
  const start = () => {
    load();
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: app }));
  };
  if (document.hidden) start();
  else requestAnimationFrame(() => setTimeout(start));
  keepEarlyInput();
} else {
  load();
  /* As the app's own fetch asks for it: only then does the browser take the one for the other. */
  if (page?.[2])
    ask({ rel: 'preload', as: 'fetch', href: location.pathname.replace(new RegExp(page[0]), page[2]) });
}

/*
 * Whoever is faster than the app loses nothing: a button that is pressed before the app listens is pressed again for it, after it has
 * been told what was typed and chosen. Without this the browser would send the form itself.
 */
function keepEarlyInput() {
  /** @type {HTMLButtonElement | null} */
  let pressed = null;
  /** @param {MouseEvent} event */
  const keep = (event) => {
    const button = event.target.closest('button');
    if (button === null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed = button;
  };
  const tell = (field) => {
    if (field.type === 'checkbox' || field.type === 'radio') {
      if (field.checked === field.defaultChecked || (field.type === 'radio' && !field.checked)) return;
      field.checked = field.defaultChecked;
      field.click();
      return;
    }
    const { value } = field;
    if (value === field.defaultValue) return;
    /* The app notes what is set on the element itself, and hears of a change where it finds another value than that. */
    field.value = field.defaultValue;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const ready = () => {
    document.removeEventListener('click', keep, true);
    document.querySelectorAll('input, textarea').forEach(tell);
    /* In a task of its own: by then the app knows the values. */
    setTimeout(() => pressed?.click());
  };
  document.addEventListener('click', keep, true);
  document.addEventListener('app-ready', ready, { once: true });
}
