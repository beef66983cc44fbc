/** Starts the offline verifier; build/offline-verifier.ts makes one file of it. */
import { createRoot } from 'react-dom/client';
import '../../styles.css';
import { OfflineVerifier } from './offline-verifier.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');
if (matchMedia('(prefers-color-scheme: dark)').matches) document.documentElement.classList.add('dark');
createRoot(root).render(<OfflineVerifier />);
