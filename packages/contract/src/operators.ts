/** The operator's page: hosts, sign-up, health and security events. Every call is for operators only (R82, M6). */
import { z } from 'zod';
import { LIMITS } from '@glassdrum/raffle-rules';
import { signUpPolicy } from './accounts.ts';
import { readiness } from './draws.ts';
import { count, epochMs, opaqueId } from './primitives.ts';

/** M6: the inventory; docs/security-events.md says what each means. */
export const securityEventKinds = [
  'signed_in',
  'sign_in_failed',
  'sign_in_suspended',
  'factor_refused',
  'password_refused',
  'signed_up',
  'sign_up_refused',
  'password_changed',
  'password_reset_requested',
  'password_reset',
  'reset_link_created',
  'sign_in_link_created',
  'sessions_ended',
  'factor_added',
  'factor_removed',
  'recovery_codes_replaced',
  'account_deleted',
  'data_erased',
  'data_exported',
  'entry_removed',
  'link_replaced',
  'token_used',
  'token_refused',
  'passphrase_refused',
  'rate_limited',
  'cross_site_refused',
  'access_refused',
  'sender_reported',
  'operator_added',
  'operator_removed',
  'operator_refused',
  'sign_up_policy_changed',
  'sign_up_link_created',
  'sign_up_link_revoked',
  'host_suspended',
  'host_unsuspended',
  'host_signed_out',
  'mail_limit_changed',
  'api_token_created',
  'api_token_ended',
  'api_token_used',
  'api_token_refused',
  'workspace_invitation_made',
  'member_joined',
  'member_role_changed',
  'member_removed',
  'member_left',
  'workspace_changed',
  'workspace_deleted',
  'webhook_added',
  'webhook_changed',
  'webhook_removed',
] as const;
export const securityEventKind = z.enum(securityEventKinds);
export type SecurityEventKind = z.infer<typeof securityEventKind>;

/** Equal events of one minute are one row. */
export const securityEvent = z.object({
  id: z.string(),
  first_at: epochMs,
  last_at: epochMs,
  kind: securityEventKind,
  count,
  /** The call, as method and route pattern, or what the operator did it with. */
  reason: z.string().nullable(),
  /** The caller's network: /24 of IPv4, /48 of IPv6; null for several, or for none. */
  network: z.string().nullable(),
  /** The account that it concerns; the name is null once the account is deleted. */
  host: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The operator who did it. */
  by: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type SecurityEvent = z.infer<typeof securityEvent>;

export const securityEventsQuery = z.object({
  kind: securityEventKind.optional(),
  /** `next` of the page before. */
  after: z.string().max(120).optional(),
});
export const securityEventsPage = z.object({
  events: z.array(securityEvent),
  next: z.string().nullable(),
});
export type SecurityEventsPage = z.infer<typeof securityEventsPage>;
export const securityEventsExportQuery = z.object({ format: z.enum(['csv', 'jsonl']).default('csv') });

export const hostsQuery = z.object({
  /** Part of a name or an address. */
  search: z.string().trim().max(LIMITS.email.max).optional(),
  after: z.string().max(120).optional(),
});

export const hostRow = z.object({
  id: opaqueId,
  name: z.string(),
  email: z.string(),
  created_at: epochMs,
  last_login_at: epochMs.nullable(),
  is_operator: z.boolean(),
  suspended_at: epochMs.nullable(),
  /** Browsers that are signed in. */
  sessions: count,
  raffles: count,
  mail: z.object({
    /** Emails a day. */
    limit: count,
    /** What the operator set; null: the product decides. */
    set: count.nullable(),
    sent_today: count,
    /** Recipients who reported this host in the last week. */
    reports: count,
  }),
});
export type HostRow = z.infer<typeof hostRow>;
export const hostsPage = z.object({ hosts: z.array(hostRow), total: count, next: z.string().nullable() });
export type HostsPage = z.infer<typeof hostsPage>;

export const mailLimitBody = z.object({
  limit: z
    .number()
    .int('A limit is a whole number.')
    .min(0, 'A limit is 0 or more.')
    .max(LIMITS.mailPerDay.max, `A limit is at most ${LIMITS.mailPerDay.max}.`)
    .nullable(),
});

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(
    /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/,
    'Please enter domains such as example.org.',
  );

export const signUpBody = z
  .object({
    policy: signUpPolicy,
    domains: z.array(domain).max(100, 'Please enter at most 100 domains.').default([]),
  })
  .refine(({ policy, domains }) => policy !== 'domain' || domains.length > 0, {
    path: ['domains'],
    message: 'Please enter at least one domain.',
  });
export type SignUpBody = z.infer<typeof signUpBody>;

export const signUpLink = z.object({
  id: opaqueId,
  note: z.string(),
  created_at: epochMs,
  expires_at: epochMs,
  used_at: epochMs.nullable(),
  /** Who signed up with it. */
  used_by: z.string().nullable(),
});
export type SignUpLink = z.infer<typeof signUpLink>;

/** `from`: whether an operator chose the policy here or it is the environment's. */
export const signUpState = z.object({
  policy: signUpPolicy,
  domains: z.array(z.string()),
  from: z.enum(['operator', 'environment']),
  links: z.array(signUpLink),
});
export type SignUpState = z.infer<typeof signUpState>;

export const signUpLinkBody = z.object({
  note: z
    .string()
    .trim()
    .max(LIMITS.signUpNote.max, `A note has at most ${LIMITS.signUpNote.max} characters.`)
    .default(''),
});
/** The address is shown in this answer only. */
export const signUpLinkAnswer = z.object({ url: z.string(), link: signUpLink });
export type SignUpLinkAnswer = z.infer<typeof signUpLinkAnswer>;

const channelHealth = z.object({
  configured: z.boolean(),
  waiting: count,
  /** When the oldest one that is due was due; null when none is. */
  oldest_due_at: epochMs.nullable(),
  sent_today: count,
  failed_today: count,
});
export type ChannelHealth = z.infer<typeof channelHealth>;

export const operatorOverview = z.object({
  time: epochMs,
  version: z.string(),
  key_id: z.string(),
  public_key: z.string(),
  counts: z.object({ hosts: count, raffles: count, open_raffles: count, entries: count }),
  /** What an operator should check; the screen has a sentence for each. */
  warnings: z.array(z.enum(['untrusted_proxy', 'no_proxy_named', 'disk_nearly_full', 'witness_problem'])),
  checks: readiness.shape.checks,
  mail: channelHealth,
  push: channelHealth,
  jobs: z.object({
    waiting: count,
    running: count,
    failed: count,
    /** When the oldest one that is due was due; null when none is. */
    oldest_due_at: epochMs.nullable(),
    failures: z.array(z.object({ kind: z.string(), error: z.string().nullable(), at: epochMs.nullable() })),
  }),
  storage: z.object({
    database: z.enum(['sqlite', 'postgres']),
    database_bytes: count,
    /** Of the disk that holds the data folder. */
    disk: z.object({ free_bytes: count, total_bytes: count }),
    /** Null: images are stored in a bucket. */
    objects: z.object({ files: count, bytes: count }).nullable(),
  }),
  log: z.object({ size: count, checkpoint_size: count, checkpoint_at: epochMs.nullable() }),
  witnesses: z.array(
    z.object({
      name: z.string(),
      /** The largest size of the log that it cosigned, and when. */
      size: count,
      cosigned_at: epochMs.nullable(),
      /** Continues a sentence that begins with its name. */
      problem: z.string().nullable(),
    }),
  ),
  nodes: z.array(
    z.object({
      name: z.string(),
      /** Of its clock before the database's, ms; null where there is nothing to compare. */
      ahead_ms: z.number().int().nullable(),
      /** Whether it may begin draws and carry them on. */
      leads: z.boolean(),
      noted_at: epochMs,
    }),
  ),
  process: z.object({
    started_at: epochMs,
    memory_bytes: count,
    /** 99th percentile of how late the event loop was since the last check, ms. */
    loop_delay_ms: z.number().nonnegative(),
    sockets: count,
  }),
});
export type OperatorOverview = z.infer<typeof operatorOverview>;
