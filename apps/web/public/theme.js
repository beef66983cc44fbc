/* Sets the remembered theme before the first paint; a file of its own because the CSP allows no inline script. */
try {
  if (localStorage.getItem('raffle-theme') === 'dark') document.documentElement.classList.add('dark');
} catch {
  /* Storage is blocked: the default theme stays. */
}
