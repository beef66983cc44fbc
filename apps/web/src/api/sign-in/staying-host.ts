/** Whose page this is, also after the session has ended: the page stays, so that nothing typed is lost. */
import { useState } from 'react';
import type { CurrentUser } from '@glassdrum/contract';

/** @param user null when signed out, undefined while asking */
export function useStayingHost(user: CurrentUser | null | undefined): CurrentUser | null | undefined {
  const [last, setLast] = useState<CurrentUser | null>(user ?? null);
  if (user !== null && user !== undefined && user !== last) setLast(user);
  return user ?? last ?? user;
}
