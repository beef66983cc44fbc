import { describe, expect, it } from 'vitest';
import { signInErrors, signUpErrors } from './account-forms.ts';

const good = { name: 'Hanna', email: 'hanna@example.org', password: 'long enough' };

describe('sign-up form', () => {
  it('takes a good form', () => {
    expect(signUpErrors(good)).toEqual({});
  });

  it('says at every field what is wrong with it', () => {
    expect(signUpErrors({ name: ' ', email: '', password: '' })).toEqual({
      name: 'Required',
      email: 'Required',
      password: 'String must contain at least 8 character(s)',
    });
  });

  it.each([
    ['h'.repeat(7), 'String must contain at least 8 character(s)'],
    ['h'.repeat(8), undefined],
    ['h'.repeat(100), undefined],
    ['h'.repeat(101), 'A password has at most 100 characters.'],
  ])('I2: bounds the password: %#', (password, sentence) => {
    expect(signUpErrors({ ...good, password }).password).toBe(sentence);
  });

  it.each(['hanna', 'hanna@', '@example.org', 'han na@example.org', 'a@b@c'])(
    'refuses the address %s',
    (email) => {
      expect(signUpErrors({ ...good, email }).email).toBe('Please enter a valid email address.');
    },
  );

  it('bounds the name', () => {
    expect(signUpErrors({ ...good, name: 'n'.repeat(100) })).toEqual({});
    expect(signUpErrors({ ...good, name: 'n'.repeat(101) }).name).toBe('A name has at most 100 characters.');
  });
});

describe('sign-in form', () => {
  it('takes any password, but not none', () => {
    expect(signInErrors({ email: 'hanna@example.org', password: 'x' })).toEqual({});
    expect(signInErrors({ email: 'hanna@example.org', password: '' })).toEqual({ password: 'Required' });
  });
});
