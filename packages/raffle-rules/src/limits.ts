/** Every bound on what people may send, in one place: forms, schemas and rules all read it (R20, R23, R25, R53, H2, H4, H7). */

const KIB = 1024;
const MIB = 1024 * KIB;

/** Lengths count characters, sizes count bytes, retention counts days. */
export const LIMITS = {
  title: { min: 1, max: 200 },
  description: { max: 1000 },
  /** R80: what a host calls a template, and how many of them a host has. */
  templateName: { min: 1, max: 200 },
  templates: { max: 100 },
  /** R81: of a workspace; and how many one person belongs to, how many people it has, and its open invitations. */
  workspaceName: { min: 1, max: 100 },
  workspaceNote: { max: 200 },
  workspacesOfPerson: { max: 50 },
  workspaceMembers: { max: 200 },
  workspaceInvitations: { max: 100 },
  /**
   * R80: given dates of a recurring raffle, days before its date on which it opens, the name of its time zone, and months of the
   * no-win period.
   */
  recurrenceDates: { min: 1, max: 60 },
  recurrenceOpens: { min: 1 },
  timeZone: { max: 64 },
  noWinMonths: { min: 1, max: 24 },
  winners: { min: 1, max: 100, default: 3 },
  /** R61: prizes of a raffle, and how often they are given in total. */
  prizes: { min: 1, max: 200 },
  prizeWins: { min: 1, max: 1000 },
  prizeName: { min: 1, max: 100 },
  prizeDescription: { max: 500 },
  sponsorName: { max: 100 },
  sponsorUrl: { max: 500 },
  /** R69: draws of a raffle (draw protocol §3). */
  draws: { min: 1, max: 30 },
  drawName: { max: 60 },
  skipReason: { min: 1, max: 200 },
  /** R73: a prize's claim window is a number of minutes or of days. */
  claimMinutes: { min: 1, max: 30 },
  claimDays: { min: 1, max: 60 },
  /** R73: seconds. */
  claimExtension: { min: 60, max: 60 * 86_400 },
  ineligibleText: { min: 1, max: 200 },
  /** R79 */
  cancelReason: { min: 1, max: 200 },
  /** R74: what winners are asked for. */
  claimFields: { max: 6 },
  claimLabel: { min: 1, max: 80 },
  claimHint: { max: 200 },
  claimChoices: { min: 2, max: 20 },
  claimChoice: { max: 80 },
  claimText: { max: 300 },
  phoneDigits: { min: 5, max: 15 },
  addressLine: { max: 100 },
  postcode: { max: 12 },
  /** R72 */
  pauseText: { max: 120 },
  /** R63: combinations of groups that prizes are limited to, everyone included (draw protocol §3). */
  pools: { max: 20 },
  /** R64: prizes of a bucket raffle; each is a pool. */
  buckets: { max: 20 },
  groupLabel: { min: 1, max: 40 },
  groupsOfEntry: { max: 10 },
  /** R63: people whose groups one call changes. */
  regroupedAtOnce: { max: 200 },
  /** R20: the most tickets that one participant may hold. */
  maxTickets: { min: 1, max: 1000, default: 1 },
  /** R77: code points; a long text of the draw protocol (§1). */
  rulesText: { max: 10_000 },
  /** R86: no more witnesses than this are asked for cosignatures. */
  witnessQuorum: { max: 16 },
  /** R91: numbers thrown in the room (draw protocol §4). */
  roomNumbers: { min: 1, max: 100, default: 16 },
  /** R23; the upper bound also holds for raffles without a capacity of their own. */
  maxEntries: { min: 1, max: 1_000_000 },
  /** R67: tickets of one printed run, and of one sale by numbers; and of all runs of a raffle. */
  paperRun: { min: 1, max: 600 },
  paperTickets: { max: 2000 },
  /** Numbers as they are typed at the desk; 600 tickets one by one need less than half. */
  typedNumbers: { max: 8000 },
  /** R85: API tokens: what they are called, how long they last, how many a workspace has, and calls a minute of one. */
  apiTokenName: { min: 1, max: 60 },
  apiTokenDays: { min: 1, max: 365, default: 90 },
  apiTokens: { max: 50 },
  apiTokenCalls: { max: 600 },
  /** R85: sites that may show a raffle's embed, and the origin of one. */
  embedOrigins: { min: 1, max: 10 },
  embedOrigin: { max: 260 },
  /** H11: people who wait for approval or for the email at the same time. */
  waitingEntries: { max: 10_000 },
  /** H11: a host's own joining limit. */
  joinLimit: { min: 1, max: 100_000 },
  /** H11: entries that one call approves, declines or removes. */
  reviewedAtOnce: { max: 200 },
  /** Codes as they are typed, with spaces and hyphens; the code itself is shorter. */
  typedHallCode: { max: 12 },
  typedCode: { max: 20 },
  passphrase: { max: 100 },
  hostName: { min: 1, max: 100 },
  password: { min: 8, max: 100 },
  passkeyName: { max: 60 },
  /** R85: receivers of webhooks: what one is called, its address, how many a workspace has, and deliveries that are listed of each. */
  webhookName: { min: 1, max: 60 },
  webhookUrl: { max: 1000 },
  webhooks: { max: 20 },
  webhookLog: { max: 100 },
  /** R82: what an operator notes beside a sign-up link. */
  signUpNote: { max: 100 },
  email: { max: 254 },
  /** Ids and tokens (I4). */
  opaqueId: { min: 16, max: 64 },
  /** R25: Unicode code points, so at most 400 bytes of UTF-8 (draw protocol §1). */
  displayName: { min: 1, max: 100 },
  notes: { max: 500 },
  /** R84: emails of one host a day (UTC); a host is new for a week, and again while recipients report its emails. */
  mailPerDay: { newHost: 50, default: 500, max: 100_000 },
  /** R84: people who get emails about one raffle. */
  mailRecipients: { max: 2000 },
  inviteesPerCall: { max: 10_000 },
  /** R66: a row of a list of people as JSON, and the cells that it is read from; UTF-16 units. */
  listRow: { max: 8 * KIB },
  ticketsCell: { max: 20 },
  /** R66: all rows of a list of people, as one call carries them; UTF-16 units. */
  peopleText: { max: 4 * MIB },
  chatMessage: { min: 1, max: 500 },
  reportReason: { min: 1, max: 200 },
  retentionDays: { min: 1, max: 30, default: 30 },
  /** The file as chosen; as a data URL it grows by a third and still fits `imageBodyBytes`. */
  raffleImageBytes: { max: 20 * MIB },
  inviteeFileBytes: { max: 20 * MIB },
  chatImageBytes: { max: 10 * MIB },
  imagePixels: { max: 40_000_000 },
  bodyBytes: { max: 64 * KIB },
  inviteeListBodyBytes: { max: 5 * MIB },
  imageBodyBytes: { max: 28 * MIB },
  socketFrameBytes: { max: 16 * KIB },
} as const;
