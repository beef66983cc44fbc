/** The name of a template: when a raffle is saved as one, and when it gets another name. */
import { templateBody, type RaffleTemplate, type TemplateBody } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { zodResolver } from '@hookform/resolvers/zod';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { m } from '../../../messages/generated/messages.js';
import { Field, TextInput } from '../../../ui/field.tsx';
import { useChange } from '../console-data.ts';

type TemplateForm = UseFormReturn<TemplateBody>;

export function useTemplateForm(name: string): TemplateForm {
  return useForm<TemplateBody>({ resolver: zodResolver(templateBody), defaultValues: { name } });
}

/** A call that takes the name; what is wrong with the name is shown beside it. */
export function useNamedChange(
  form: TemplateForm,
  change: {
    act: (body: TemplateBody) => Promise<RaffleTemplate>;
    failed: string;
    onDone: (template: RaffleTemplate) => void;
  },
) {
  return useChange({
    ...change,
    onRefused: ({ fields }) => {
      const sentence = fields?.['name'];
      if (sentence !== undefined) form.setError('name', { message: sentence });
      return sentence !== undefined;
    },
  });
}

export function TemplateNameForm({
  id,
  form,
  onSubmit,
}: {
  /** For the button that submits it. */
  id: string;
  form: TemplateForm;
  onSubmit: (body: TemplateBody) => void;
}) {
  return (
    <form id={id} noValidate onSubmit={(event) => void form.handleSubmit(onSubmit)(event)}>
      <Field label={m.copies_template_name()} error={form.formState.errors.name?.message}>
        <TextInput maxLength={LIMITS.templateName.max} autoComplete="off" {...form.register('name')} />
      </Field>
    </form>
  );
}
