/** The operator's page (R82, M6). */
import type { HostsPage, OperatorOverview, SecurityEventsPage, SignUpState } from '@glassdrum/contract';
import type { Page } from '@playwright/test';
import { again, answering, button, dialogOpen, screen, type Screen, seen, steps } from './screen.ts';

const HOUR_MS = 3_600_000;

const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();

/** Two servers, two witnesses, and something wrong with most of it. */
const withTrouble = answering<OperatorOverview>('**/api/admin/overview', (overview) => ({
  ...overview,
  warnings: ['untrusted_proxy', 'disk_nearly_full', 'witness_problem'],
  checks: { ...overview.checks, queue: 'failing', beacon: 'away' },
  mail: {
    configured: true,
    waiting: 1240,
    oldest_due_at: Date.now() - HOUR_MS,
    sent_today: 318,
    failed_today: 7,
  },
  jobs: {
    ...overview.jobs,
    failed: 1,
    failures: [{ kind: 'deadline', error: 'The beacon did not answer.', at: Date.now() - HOUR_MS }],
  },
  witnesses: [
    { name: 'witness.example.org', size: overview.log.size, cosigned_at: Date.now() - 60_000, problem: null },
    { name: 'other-club.example', size: 0, cosigned_at: null, problem: 'cannot be reached' },
  ],
  nodes: [
    { name: 'raffle-1 (812)', ahead_ms: 12, leads: true, noted_at: Date.now() },
    { name: 'raffle-2 (4711)', ahead_ms: -6210, leads: false, noted_at: Date.now() },
  ],
}));

const withBadHost = answering<HostsPage>('**/api/admin/hosts?*', (page) => ({
  ...page,
  hosts: page.hosts.map((host, number) =>
    number === 0
      ? host
      : {
          ...host,
          suspended_at: number === 1 ? Date.now() - HOUR_MS : null,
          mail: { ...host.mail, sent_today: 48, reports: number },
        },
  ),
}));

const withLinks = answering<SignUpState>('**/api/admin/sign-up', (state) => ({
  ...state,
  policy: 'domain',
  domains: ['your-club.example', 'example.org'],
  from: 'operator',
  links: [
    {
      id: 'A'.repeat(22),
      note: 'Grace from the choir',
      created_at: Date.now(),
      expires_at: Date.now() + 160 * HOUR_MS,
      used_at: null,
      used_by: null,
    },
    {
      id: 'B'.repeat(22),
      note: '',
      created_at: Date.now() - 100 * HOUR_MS,
      expires_at: Date.now() + 60 * HOUR_MS,
      used_at: Date.now() - 90 * HOUR_MS,
      used_by: 'Hanna Host',
    },
  ],
}));

const withFlood = answering<SecurityEventsPage>('**/api/admin/events?*', ({ events, next }) => ({
  next,
  events: [
    {
      id: 'flood',
      kind: 'rate_limited',
      first_at: Date.now() - 40_000,
      last_at: Date.now(),
      count: 12_408,
      reason: 'POST /api/auth/login',
      network: '203.0.113.0/24',
      host: null,
      by: null,
    },
    ...events,
  ],
}));

const admin = (state: string, act: Screen['act']): Screen =>
  screen('admin', state, '/admin', act, { as: 'operator', beacon: 'up' });

const fromHost = (action: RegExp): Screen['act'] =>
  steps(tab('Hosts'), (page) => button(page, action).first().click(), dialogOpen);

export const ADMIN: readonly Screen[] = [
  screen('admin', 'not-found', '/admin', seen('404'), { as: 'host' }),
  admin('overview', seen('Servers and their clocks')),
  admin('overview-with-trouble', steps(withTrouble, again, seen('Needs your attention'))),
  admin('hosts', steps(withBadHost, tab('Hosts'), seen('Suspended'))),
  admin(
    'no-host-found',
    steps(tab('Hosts'), (page) => page.getByLabel('Search by name').fill('zzz'), seen('No host matches.')),
  ),
  admin('suspend', fromHost(/^Suspend: Hanna/)),
  admin('email-limit', fromHost(/^Email limit: Hanna/)),
  admin('sign-up', steps(tab('Sign-up'), seen('Who can create a host account'))),
  admin('sign-up-by-domain', steps(withLinks, tab('Sign-up'), seen('Grace from the choir'))),
  admin('events', steps(withFlood, tab('Security'), seen('12,408 times'))),
];
