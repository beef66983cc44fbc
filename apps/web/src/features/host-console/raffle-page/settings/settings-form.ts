/** The settings of a draft while they are edited: what of them is unsaved, and how they follow another window's changes. Pure. */
import { animationStyle, beaconPolicy } from '@glassdrum/contract';
import { newRaffleForm, type RaffleForm, raffleForm } from '../../form/raffle-form.ts';

type FieldName = keyof RaffleForm;
const FIELDS = Object.keys(raffleForm.in.shape) as FieldName[];

function isSameField(one: RaffleForm, other: RaffleForm, field: FieldName): boolean {
  if (field !== 'image_url') return one[field] === other[field];
  const [image, before] = [one.image_url, other.image_url];
  return image?.shown === before?.shown && image?.upload === before?.upload;
}

export function isSameForm(one: RaffleForm, other: RaffleForm): boolean {
  return FIELDS.every((field) => isSameField(one, other, field));
}

/** What the host touched stays as typed; everything else is as the server has it now. @param base what was there to begin with */
export function mergeForm(typed: RaffleForm, base: RaffleForm, now: RaffleForm): RaffleForm {
  const touched = FIELDS.filter((field) => !isSameField(typed, base, field));
  return { ...now, ...Object.fromEntries(touched.map((field) => [field, typed[field]])) };
}

/** An image may be too large for this, and a passphrase has no business in a storage. */
type StoredForm = Omit<RaffleForm, 'image_url' | 'passphrase'>;

function kept({ image_url: _image, passphrase: _secret, ...form }: RaffleForm): StoredForm {
  return form;
}

/** What is stored of unsaved settings. */
export function toStore(typed: RaffleForm, base: RaffleForm): { typed: StoredForm; base: StoredForm } {
  return { typed: kept(typed), base: kept(base) };
}

/** @param left what was stored, by whatever version @param now as the server has it */
export function startOf(now: RaffleForm, left: unknown): RaffleForm {
  const { typed, base } = { typed: undefined, base: undefined, ...Object(left) } as Record<string, unknown>;
  if (!isStoredForm(typed) || !isStoredForm(base)) return now;
  return mergeForm({ ...now, ...typed }, { ...now, ...base }, now);
}

const BLANK = kept(newRaffleForm());

function isStoredForm(left: unknown): left is StoredForm {
  const fields = new Map(Object.entries(Object(left) as object));
  return (
    Object.entries(BLANK).every(([name, blank]) => typeof fields.get(name) === typeof blank) &&
    beaconPolicy.safeParse(fields.get('beacon_policy')).success &&
    animationStyle.safeParse(fields.get('chosen_animation')).success
  );
}
