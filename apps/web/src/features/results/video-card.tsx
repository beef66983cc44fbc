/** The host's way to a video of the draw (R76); everything that makes it is loaded when it is asked for. */
import { Clapperboard } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx';
import type { VideoDialogProps } from '../../show-player/video/video-dialog.tsx';

const VideoDialog = lazyWithPreload<VideoDialogProps>(
  async () => (await import('../../show-player/video/video-dialog.tsx')).VideoDialog,
);

/** Where the link in the console leads. */
const VIDEO_ANCHOR = 'video';

export function VideoCard(props: Omit<VideoDialogProps, 'onClose'>) {
  const [isOpen, setOpen] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (window.location.hash === `#${VIDEO_ANCHOR}`) card.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div ref={card} id={VIDEO_ANCHOR} className="print:hidden">
      <Card>
        <h2 className="text-2xl">{m.video_title()}</h2>
        <p className="mt-1 text-ink-soft">{m.video_card_text()}</p>
        <Button variant="quiet" className="mt-4" onClick={() => setOpen(true)}>
          <Clapperboard aria-hidden className="size-4.5" />
          {m.video_open()}
        </Button>
      </Card>
      {isOpen && <VideoDialog.Component {...props} onClose={() => setOpen(false)} />}
    </div>
  );
}
