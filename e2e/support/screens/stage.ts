/** The page for the projector, and the page for other sites (R85). */
import type { HallCodeAnswer } from '@glassdrum/contract';
import { awaitingRoom, calledOff, changeSnapshots, contributing, sealing } from '../changed-snapshots.ts';
import type { Filled } from '../filled-installation.ts';
import { again, answering, type Screen, screen, seen, steps, withSnapshot } from './screen.ts';

const stage =
  (name: keyof Filled['raffles']) =>
  ({ stagePath }: Filled) =>
    stagePath(name);

/** H11. */
const withHallCode = steps(
  (page) =>
    changeSnapshots(page, (room) => ({
      ...room,
      raffle: { ...room.raffle, join_checks: { ...room.raffle.join_checks, hall_code: true } },
    })),
  answering<HallCodeAnswer>('**/hall-code?*', () => ({ code: 'K7M2PQ', changes_at: Date.now() + 100_000 })),
);

export const STAGE: readonly Screen[] = [
  screen('stage', 'open', stage('open')),
  screen('stage', 'open-nobody', stage('passphrase')),
  screen('stage', 'hall-code', stage('open'), steps(withHallCode, again, seen('and enter this code'))),
  screen('stage', 'closed', stage('closed')),
  screen('stage', 'long-names', stage('longOpen')),
  screen('stage', 'crowd-winners', stage('crowd')),
  screen('stage', 'winners', stage('drawn')),
  screen('stage', 'long-winners', stage('longDrawn')),
  screen('stage', 'prizes-open', stage('prizes')),
  screen('stage', 'prizes-winners', stage('prizesDrawn')),
  screen('stage', 'thousand-winners', stage('thousandDrawn')),
  screen('stage', 'buckets', stage('buckets')),
  screen('stage', 'before-many-prizes', stage('longEvening')),
  screen('stage', 'between-draws', stage('evening'), seen('Next: Midnight')),
  screen(
    'stage',
    'between-draws-without-notice',
    stage('evening'),
    withSnapshot(
      (room) => ({ ...room, raffle: { ...room.raffle, pause: null } }),
      steps(seen('Next: Midnight'), seen('Winners so far')),
    ),
  ),
  screen(
    'stage',
    'contributing',
    stage('closed'),
    withSnapshot(contributing, seen('Devices add randomness')),
  ),
  screen('stage', 'sealing', stage('drawn'), withSnapshot(sealing, seen('Sealing the list'))),
  screen('stage', 'called-off', stage('drawn'), withSnapshot(calledOff, seen('This draw was called off'))),
  screen(
    'stage',
    'made-in-the-room',
    stage('drawn'),
    withSnapshot(awaitingRoom, seen(/numbers from the room/)),
  ),
  screen('stage', 'invalid', ({ raffles }) => `/stage/${raffles.open.id}?key=wrong`, seen('Invalid Stage')),
];

const embed =
  (name: keyof Filled['raffles']) =>
  ({ embedPath }: Filled) =>
    embedPath(name);

export const EMBEDS: readonly Screen[] = [
  screen('embed', 'open', embed('open')),
  screen('embed', 'prizes', embed('prizes')),
  screen('embed', 'long-names', embed('longOpen')),
  screen('embed', 'closed', embed('closed')),
  screen('embed', 'winner', embed('single')),
  screen('embed', 'winners', embed('prizesDrawn')),
  screen('embed', 'long-winners', embed('longDrawn')),
  screen('embed', 'evening', embed('evening')),
];
