/** Who may do what, in sentences; used by the server's gates and by screens alike. */

export type Viewer = 'visitor' | 'participant' | 'owner' | 'other_host';

export type RaffleAbility = 'see_public_form' | 'see_results' | 'act_as_entry' | 'manage';

/** 'yes', or the HTTP status that tells no more than it must: a foreign host's raffle does not exist for others. */
export function may(viewer: Viewer, ability: RaffleAbility): 'yes' | 401 | 404 {
  switch (ability) {
    // Anybody who has the link sees what the raffle is about, and the results once they are due.
    case 'see_public_form':
    case 'see_results':
      return 'yes';
    // An entry acts through the session that joined; nobody acts for it, not even the host.
    case 'act_as_entry':
      return viewer === 'participant' ? 'yes' : 401;
    // Only its host manages a raffle.
    case 'manage':
      if (viewer === 'owner') return 'yes';
      return viewer === 'other_host' ? 404 : 401;
  }
}
