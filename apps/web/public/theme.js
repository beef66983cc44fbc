/* Sets the remembered theme before the first paint; a file of its own because the CSP allows no inline script. */
try {
  if (localStorage.getItem('raffle-theme') === 'dark') {
    document.documentElement.classList.add('dark');
    document.querySelector('meta[name="theme-color"]').setAttribute('content', '#12100e');
  }
} catch {
  /* Storage is blocked: the default theme stays. */
}
