/** A room's live connection with its chat, for this visitor; loaded once a page shows the room. */
import { browserLine } from './browser-line.ts';
import { connectRoom, type RoomClient, type RoomClientParts } from './room-client.ts';
import { createTalkStore, type TalkStore } from './talk-store.ts';
import { notifyContinueRequests, notifyOwnEntryChanged } from './visitor-messages.ts';

interface ConnectInput extends Pick<RoomClientParts, 'raffleId' | 'clock' | 'hints' | 'onRoom' | 'onStatus'> {
  /** Called once, before anything else. */
  onTalkStore: (talk: TalkStore) => void;
}

export function connectRoomAndTalk({ onTalkStore, onStatus, ...parts }: ConnectInput): RoomClient {
  const { raffleId } = parts;
  const talk = createTalkStore(raffleId, (message) => client.send(message));
  onTalkStore(talk);
  const client = connectRoom({
    ...browserLine,
    ...parts,
    onStatus(status) {
      if (status !== 'live') talk.onDisconnect();
      onStatus(status);
    },
    onTalk: talk.onMessage,
    onContinueRequests: (message) => notifyContinueRequests(raffleId, message),
    onOwnEntryChanged: () => notifyOwnEntryChanged(raffleId),
  });
  return client;
}
