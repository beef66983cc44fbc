/** A backup's content in a few lines for the terminal. */
import { DATABASE_FILE } from './backup/backup-files.ts';
import type { BackupManifest } from './backup/manifest-file.ts';
import { counted, sizeOf } from './command-line.ts';

export function describeBackup({ files, tables, database, key_id: keyId }: BackupManifest): string {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  const images = Object.entries(files).filter(([path]) => path.startsWith('objects/'));
  const imageBytes = images.reduce((sum, [, { bytes }]) => sum + bytes, 0);
  const source = database === 'postgres' ? 'from PostgreSQL' : 'SQLite';
  return [
    `  database  ${source}, ${counted(rows, 'row', 'rows')}, ${sizeOf(files[DATABASE_FILE]?.bytes ?? 0)}`,
    `  raffles   ${tables['raffles'] ?? 0}, with ${counted(tables['participations'] ?? 0, 'entry', 'entries')} and ${counted(tables['draws'] ?? 0, 'draw', 'draws')}`,
    `  keys      ${keyId}`,
    `  images    ${images.length}, ${sizeOf(imageBytes)}`,
  ].join('\n');
}
