/** R77: what is said while the rules are not accepted. Apart from the other refusals, because a form says it before it sends anything. */
export const RULES_NOT_ACCEPTED = 'This raffle has rules. Please read and accept them to join.';
