/** The viewer's faces; their packages carry no types. */
declare module '@fontsource-variable/bricolage-grotesque/wght.css';
