/** Fetches the images of the prizes while the draw runs, so that each is there when its winners are shown. */
import { useEffect } from 'react';
import { usePrizeList } from '../api/prize-list.ts';

/** A phone doesn't need more at once. */
const MOST = 20;

/** Shows nothing. @param raffleId empty where there is nobody to ask */
export function PrizeImages({ raffleId }: { raffleId: string }) {
  const list = usePrizeList(raffleId, null).data;
  useEffect(() => {
    for (const { image_url: url } of list?.prizes.slice(0, MOST) ?? []) {
      if (url !== null) new Image().src = url;
    }
  }, [list]);
  return null;
}
