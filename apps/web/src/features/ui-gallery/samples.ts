/** What the gallery's pieces show. Developers alone see it, so it is not in the message catalogues. */

export const PEOPLE = Array.from({ length: 5000 }, (_, index) => ({
  number: index + 1,
  name: index % 7 === 3 ? `Maximiliana Alexandra von Hohenlohe ${index + 1}` : `Person ${index + 1}`,
}));

export const TEXTS = {
  title: 'Design system',
  intro: 'Every piece in every state. This page exists in development only.',
  buttons: 'Buttons',
  fields: 'Fields',
  choices: 'Choices',
  badges: 'Badges',
  messages: 'Notices',
  overlays: 'Dialogs and tooltips',
  loading: 'Progress and skeletons',
  tickets: 'Paper tickets',
  table: 'List of 5,000 rows',
  time: 'Date and time',
  colours: 'Colours',
  type: 'Type',
  save: 'Save',
  saving: 'Saving…',
  disabled: 'Disabled',
  label: 'Display name',
  hint: 'As everybody will see it.',
  error: 'This name is taken.',
  long: 'A very long text that has to break into several lines wherever there is little room for it',
  retention: 'Keep results for',
  question: 'Delete all data?',
  warning: 'This cannot be undone.',
  phrase: 'DELETE ALL',
  tooltip: 'Opens after 700 ms, the next one at once.',
  empty: 'Nobody has joined yet.',
} as const;

/** 14 October 2025, 17:30 UTC. */
export const MOMENT = 1_760_463_000_000;
