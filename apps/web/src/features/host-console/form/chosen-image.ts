/** An image that the host chose, as it is sent; what can't be used is refused with a toast (R6). */
import { m } from '../../../messages/generated/messages.js';
import { toast } from '../../../ui/toast.tsx';
import { imageProblem, imageRefusal, MOST_NARROW, readDataUrl } from './image-file.ts';

/** A data URL; null where the file was refused. */
export async function chosenImage(file: File): Promise<string | null> {
  const refusal = imageRefusal(file);
  if (refusal !== null) return refuse(refusal);
  const problem = await imageProblem(file);
  if (problem !== null) return refuse(problem);
  return (await readDataUrl(file)) ?? refuse('wrong_type');
}

function refuse(refusal: 'wrong_type' | 'too_large' | 'too_narrow' | 'broken'): null {
  const texts = {
    wrong_type: { title: m.console_image_invalid(), description: m.console_image_invalid_text() },
    too_large: { title: m.console_image_large(), description: m.console_image_large_text() },
    too_narrow: {
      title: m.console_image_narrow(),
      description: m.console_image_narrow_text({ times: MOST_NARROW }),
    },
    broken: { title: m.console_image_invalid(), description: m.console_image_broken_text() },
  };
  toast({ ...texts[refusal], tone: 'danger' });
  return null;
}
