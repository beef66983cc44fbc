/** All data of a host as a file (R55): one JSON document, or a ZIP with one CSV file for each kind of row. */
import type { HostExport } from '@glassdrum/contract';
import { Zip, ZipDeflate } from 'fflate';
import type { Cell } from '../../platform/http/downloads/cells.ts';
import { csvPieces } from '../../platform/http/downloads/csv.ts';
import { exportedTokens } from '../api-tokens/queries.ts';
import {
  accountOf,
  exportedAudit,
  exportedRaffles,
  exportedRecurrences,
  exportedTemplates,
  exportedWebhooks,
  type ExportParts,
  type ExportScope,
} from './queries.ts';
import { workspacesOf } from '../workspaces/queries.ts';

/** Pieces of the JSON document, one raffle at a time. */
export async function* exportJson(parts: ExportParts, scope: ExportScope): AsyncGenerator<string> {
  const head: Omit<
    HostExport,
    'raffles' | 'templates' | 'recurrences' | 'webhooks' | 'api_tokens' | 'audit'
  > = {
    format: 'glassdrum-host-export/1',
    exported_at: parts.clock.now(),
    account: await accountOf(parts.database, scope.hostId),
    workspaces: await workspacesOf(parts.database.query, scope.hostId),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"raffles":[`;
  let comma = '';
  for await (const raffle of exportedRaffles(parts, scope)) {
    yield comma + JSON.stringify(raffle);
    comma = ',';
  }
  const templates = JSON.stringify(await exportedTemplates(parts.database, scope));
  const recurrences = JSON.stringify(await exportedRecurrences(parts.database, scope));
  const webhooks = JSON.stringify(await exportedWebhooks(parts, scope));
  const tokens = JSON.stringify(await exportedTokens(parts.database, scope.hostId));
  yield `],"templates":${templates},"recurrences":${recurrences},"webhooks":${webhooks},"api_tokens":${tokens},"audit":[`;
  comma = '';
  for await (const records of exportedAudit(parts.database, scope)) {
    for (const record of records) {
      yield comma + JSON.stringify(record);
      comma = ',';
    }
  }
  yield ']}';
}

type Raffle = HostExport['raffles'][number];

/** The files in the ZIP: name, columns, and the rows of one raffle. */
const FILES: { name: string; columns: string[]; rowsOf: (raffle: Raffle) => Cell[][] }[] = [
  {
    name: 'raffles.csv',
    columns: ['Raffle', 'Title', 'Description', 'Status', 'Winners', 'Most tickets', 'Deadline', 'Created'],
    rowsOf: (raffle) => [
      [
        raffle.id,
        raffle.title,
        raffle.description,
        raffle.status,
        raffle.max_winners,
        raffle.max_tickets,
        time(raffle.deadline_at),
        time(raffle.created_at),
      ],
    ],
  },
  {
    name: 'prizes.csv',
    columns: [
      'Raffle',
      'Prize',
      'Name',
      'Quantity',
      'Description',
      'Sponsor',
      'Link',
      'Groups',
      'Draw',
      'Claim window (minutes)',
    ],
    rowsOf: ({ id, prizes }) =>
      prizes.map((one, index) => [
        id,
        index + 1,
        one.name,
        one.quantity,
        one.description,
        one.sponsor_name,
        one.sponsor_url,
        one.groups.join(', '),
        one.draw,
        one.claim_window === null ? null : one.claim_window / 60,
      ]),
  },
  {
    name: 'invitations.csv',
    columns: ['Raffle', 'Name', 'Email', 'State', 'Personal link', 'Joined', 'Notes', 'Groups'],
    rowsOf: ({ id, invitees }) =>
      invitees.map((one) => [
        id,
        one.display_name,
        one.email,
        one.state,
        one.url,
        time(one.redeemed_at),
        one.notes,
        one.groups.join(', '),
      ]),
  },
  {
    name: 'entries.csv',
    columns: ['Raffle', 'Entry #', 'Name', 'Email', 'Joined', 'Tickets', 'Groups', 'Absent from draws'],
    rowsOf: ({ id, participants }) =>
      participants.map((one) => [
        id,
        one.entry_number,
        one.display_name,
        one.email,
        time(one.joined_at),
        one.tickets,
        one.groups.join(', '),
        one.absent_in.join(', '),
      ]),
  },
  {
    name: 'check-ins.csv',
    columns: ['Raffle', 'Draw', 'Entry #', 'How', 'At'],
    rowsOf: ({ id, participants }) =>
      participants.flatMap((one) =>
        one.check_ins.map(({ draw, way, at }) => [id, draw, one.entry_number, way, time(at)]),
      ),
  },
  {
    name: 'winners.csv',
    columns: ['Raffle', 'Draw', 'List', 'Prize', 'Place', 'Entry #', 'Name', 'Selection index', 'Prize name'],
    rowsOf: ({ id, draws, prizes }) =>
      draws.flatMap((draw) =>
        (['winners', 'alternates', 'current_winners'] as const).flatMap((list) =>
          draw[list].map((one) => [
            id,
            draw.number,
            list.replace('_', ' '),
            one.prize,
            one.position,
            one.entry_number,
            one.display_name,
            one.selection_index,
            prizeName(prizes, draw, one.prize),
          ]),
        ),
      ),
  },
  {
    name: 'claims.csv',
    columns: [
      'Raffle',
      'Draw',
      'Prize',
      'Place',
      'Entry #',
      'Name',
      'State',
      'Claim by',
      'Extended by (minutes)',
      'Claimed at',
      'Claimed through',
      'Handed over at',
    ],
    rowsOf: ({ id, draws }) =>
      draws.flatMap(({ number, current_winners: holders }) =>
        holders.map(({ prize, position, entry_number: entry, display_name: name, state, claim }) => [
          id,
          number,
          prize,
          position,
          entry,
          name,
          state.replace('_', ' '),
          time(claim.claim_by),
          claim.extension === null ? null : claim.extension.seconds / 60,
          time(claim.claimed?.at ?? null),
          claim.claimed?.by ?? null,
          time(claim.handed_over_at),
        ]),
      ),
  },
  {
    name: 'claim-answers.csv',
    columns: ['Raffle', 'Draw', 'Prize', 'Entry #', 'Question', 'Answer', 'Entered by', 'At'],
    rowsOf: ({ id, claim_answers: answers }) =>
      answers.flatMap((one) =>
        Object.entries(one.answers).map(([question, answer]) => [
          id,
          one.draw,
          one.prize,
          one.entry_number,
          question,
          answer,
          one.entered_by,
          time(one.at),
        ]),
      ),
  },
  {
    name: 'passed-over.csv',
    columns: [
      'Raffle',
      'Draw',
      'Prize',
      'Place',
      'Entry #',
      'Name',
      'Reason',
      'At',
      'Moved up: entry #',
      'Prize name',
      'Public reason',
      'Late',
    ],
    rowsOf: ({ id, draws, prizes }) =>
      draws.flatMap((draw) =>
        draw.passed_over.map((one) => [
          id,
          draw.number,
          one.prize,
          one.position,
          one.entry_number,
          one.display_name,
          one.reason,
          time(one.at),
          one.moved_up?.entry_number ?? null,
          prizeName(prizes, draw, one.prize),
          one.text,
          one.late ? 'yes' : null,
        ]),
      ),
  },
];

/** @param prize its number in the draw's plan */
function prizeName(prizes: Raffle['prizes'], { number }: { number: number }, prize: number): string | null {
  return prizes.filter(({ draw }) => draw === number)[prize - 1]?.name ?? null;
}

const time = (at: number | null): Date | null => (at === null ? null : new Date(at));

/** Pieces of the ZIP. The raffles are read once for each file in it, so that no list is completely in memory. */
export async function* exportZip(parts: ExportParts, scope: ExportScope): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error;
    ready.push(piece);
  });
  const { name, email, retention_days, created_at, last_login_at } = await accountOf(
    parts.database,
    scope.hostId,
  );
  const account: Cell[] = [name, email, retention_days, time(created_at), time(last_login_at)];
  const accountColumns = ['Name', 'Email', 'Retention in days', 'Created', 'Last sign-in'];

  async function* rows(rowsOf: (raffle: Raffle) => Cell[][]): AsyncGenerator<Cell[][]> {
    for await (const raffle of exportedRaffles(parts, scope)) yield rowsOf(raffle);
  }
  async function* audit(): AsyncGenerator<Cell[][]> {
    for await (const records of exportedAudit(parts.database, scope)) {
      yield records.map((one) => [
        one.raffle_id,
        one.action,
        one.actor,
        time(one.ts),
        one.details === null ? null : JSON.stringify(one.details),
        one.by?.name ?? null,
      ]);
    }
  }
  async function* templates(): AsyncGenerator<Cell[][]> {
    const list = await exportedTemplates(parts.database, scope);
    yield list.map((one) => [
      one.name,
      one.title,
      one.prizes,
      one.wins,
      time(one.created_at),
      JSON.stringify(one.content),
    ]);
  }
  async function* recurrences(): AsyncGenerator<Cell[][]> {
    const list = await exportedRecurrences(parts.database, scope);
    yield list.flatMap((one) =>
      one.periods.map(({ at, raffle_id: raffle, state }) => [
        JSON.stringify(one.repeat),
        one.time,
        one.time_zone,
        one.state,
        time(at),
        raffle,
        state,
      ]),
    );
  }
  const workspaces = (await workspacesOf(parts.database.query, scope.hostId)).map((one): Cell[] => [
    one.id,
    one.name,
    one.role,
    one.members,
    time(one.created_at),
  ]);
  const webhooks = (await exportedWebhooks(parts, scope)).map((one): Cell[] => [
    one.workspace_id,
    one.name,
    one.address,
    one.format,
    one.events.join(', '),
    one.state,
    time(one.created_at),
  ]);
  const webhookColumns = ['Workspace', 'Name', 'Address', 'Format', 'Events', 'State', 'Created'];
  const workspaceColumns = ['Workspace', 'Name', 'Your role', 'People', 'Created'];
  const tokens = (await exportedTokens(parts.database, scope.hostId)).map((one): Cell[] => [
    one.name,
    one.scopes.join(', '),
    time(one.created_at),
    time(one.expires_at),
    time(one.ended_at),
    time(one.last_used_at),
  ]);
  const tokenColumns = ['Name', 'Scopes', 'Created', 'Lasts until', 'Ended', 'Last used around'];
  const recurrenceColumns = ['Repeats', 'Time', 'Time zone', 'State', 'Date', 'Raffle', 'Raffle opened'];
  const templateColumns = ['Name', 'Title', 'Prizes', 'Winners', 'Created', 'Content'];
  const files: [name: string, AsyncGenerator<string>][] = [
    ['account.csv', csvPieces(accountColumns, [[account]])],
    ['workspaces.csv', csvPieces(workspaceColumns, [workspaces])],
    ...FILES.map((file): [string, AsyncGenerator<string>] => [
      file.name,
      csvPieces(file.columns, rows(file.rowsOf)),
    ]),
    ['templates.csv', csvPieces(templateColumns, templates())],
    ['api-tokens.csv', csvPieces(tokenColumns, [tokens])],
    ['recurrences.csv', csvPieces(recurrenceColumns, recurrences())],
    ['webhooks.csv', csvPieces(webhookColumns, [webhooks])],
    ['audit.csv', csvPieces(['Raffle', 'Action', 'By', 'At', 'Details', 'Person'], audit())],
  ];
  for (const [fileName, pieces] of files) {
    const file = new ZipDeflate(fileName);
    zip.add(file);
    for await (const piece of pieces) {
      file.push(Buffer.from(piece));
      yield* ready;
      ready = [];
    }
    file.push(new Uint8Array(0), true);
  }
  zip.end();
  yield* ready;
}
