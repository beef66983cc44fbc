/**
 * What people are told of the chat when they join a room: who they are here, the rules, the last lines and who is there, as ready
 * frames. Thousands may join at once, so all of it but the first is made once for each wording, and made again after a change.
 */
import type { ChatHistoryLine, ChatRules, DirectMessage, OnlineUser } from '@glassdrum/contract';
import { textFrame } from '../../../platform/live/frame.ts';
import type { ChatPerson } from '../queries.ts';

/** Entrants and the host see names in full, visitors shortened (R43). */
export type Wording = 'full' | 'short';

export interface GreetingSources {
  /** The last lines that a person may see. */
  lines(person: ChatPerson, wording: Wording): Promise<ChatHistoryLine[]>;
  /** Who has direct lines, and so a history of their own. */
  peopleOfDirectLines(): Promise<ReadonlySet<string>>;
  rules(): Promise<ChatRules>;
}

export interface Greetings {
  /** Null while some of it is being read, and for people with a history of their own. */
  ready(wording: Wording, person: ChatPerson): Buffer | null;
  read(wording: Wording, person: ChatPerson): Promise<Buffer>;
  /** As they are at the end of the reading. */
  rules(): Promise<ChatRules>;
  linesChanged(): void;
  rulesChanged(): void;
  onlineChanged(users: Record<Wording, OnlineUser[]>): void;
}

interface Lines {
  history: Record<Wording, Buffer>;
  withDirect: ReadonlySet<string>;
}

const VISITOR = you(null);
const NOTHING = Buffer.alloc(0);

export function createGreetings(sources: GreetingSources): Greetings {
  let lines: Promise<Lines> | null = null;
  let rules: Promise<ChatRules> | null = null;
  let online: Record<Wording, Buffer> = { full: NOTHING, short: NOTHING };
  /** What was read and holds still. */
  let known: { lines: Lines; rules: ChatRules } | null = null;
  /** Made of what is known. */
  const common = new Map<Wording, Buffer>();

  const forget = (): void => {
    known = null;
    common.clear();
  };

  const queryLines = async (): Promise<Lines> => {
    const [full, short, withDirect] = await Promise.all([
      sources.lines(null, 'full'),
      sources.lines(null, 'short'),
      sources.peopleOfDirectLines(),
    ]);
    return { history: { full: historyFrame(full), short: historyFrame(short) }, withDirect };
  };

  const readLines = (): Promise<Lines> => {
    lines ??= queryLines();
    const reading = lines;
    reading.catch(() => {
      if (lines === reading) lines = null;
    });
    return reading;
  };

  /** Rules that changed while they were read are read again. */
  const readRules = async (): Promise<ChatRules> => {
    for (;;) {
      rules ??= sources.rules();
      const reading = rules;
      reading.catch(() => {
        if (rules === reading) rules = null;
      });
      const read = await reading;
      if (rules === reading) return read;
    }
  };

  const ready = (wording: Wording, person: ChatPerson): Buffer | null => {
    if (known === null || (person !== null && known.lines.withDirect.has(person))) return null;
    const frames = common.get(wording) ?? commonFrames(known, wording, online[wording]);
    common.set(wording, frames);
    return Buffer.concat([person === null ? VISITOR : you(person), frames]);
  };

  return {
    ready,
    async read(wording, person) {
      const reading = readLines();
      const [read, chatRules] = await Promise.all([reading, readRules()]);
      const isOwn = person !== null && read.withDirect.has(person);
      const history = isOwn ? historyFrame(await sources.lines(person, wording)) : read.history[wording];
      if (lines === reading) known = { lines: read, rules: chatRules };
      return Buffer.concat([you(person), rulesFrame(chatRules), history, online[wording]]);
    },
    rules: readRules,
    linesChanged() {
      lines = null;
      forget();
    },
    rulesChanged() {
      rules = null;
      forget();
    },
    onlineChanged({ full, short }) {
      online = { full: onlineFrame(full), short: onlineFrame(short) };
      common.clear();
    },
  };
}

function commonFrames(known: { lines: Lines; rules: ChatRules }, wording: Wording, online: Buffer): Buffer {
  return Buffer.concat([rulesFrame(known.rules), known.lines.history[wording], online]);
}

function you(id: ChatPerson): Buffer {
  return frameOf({ type: 'chat-you', data: { id } });
}

function rulesFrame(rules: ChatRules): Buffer {
  return frameOf({ type: 'chat-rules', data: rules });
}

function historyFrame(messages: ChatHistoryLine[]): Buffer {
  return frameOf({ type: 'chat-history', data: { messages } });
}

function onlineFrame(users: OnlineUser[]): Buffer {
  return frameOf({ type: 'online-users', data: { users } });
}

function frameOf(message: DirectMessage): Buffer {
  return textFrame(JSON.stringify(message));
}
