/** Starts the web app. */
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import './styles.css';

// Forms load zod later. It would try whether it may compile code, which the page's security policy refuses and browsers report.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root.');
createRoot(root).render(<App />);
