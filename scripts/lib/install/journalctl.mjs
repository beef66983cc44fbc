/** Plays `journalctl --unit NAME`: what the played systemctl kept of its output. */
import { readFileSync } from 'node:fs';

const unit = process.argv[process.argv.indexOf('--unit') + 1];
process.stdout.write(readFileSync(`/var/log/check-install/${unit}.log`, 'utf8'));
