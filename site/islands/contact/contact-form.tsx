import { useRef, useState, type Ref } from 'react'
import { TextArea } from '../../features/forms/text-area'
import { controlAttributes, EmailField, Field, TextField } from '../../features/forms/text-field'
import { Icon } from '../../components/ui/icon'
import { api, type Schemas } from '../../features/http/api'
import { t } from '../../lib/site'
import { SmallForm } from '../../features/forms/small-form'
import { useForm, type Form } from '../../features/forms/use-form'
import { usePrefill } from '../../features/forms/use-prefill'
import {
  saveMessageDraft,
  maxNameLength,
  maxOrderLength,
  maxTextLength,
  messageSchema,
  loadMessageDraft,
  secondsSince,
  topics,
  type MessageValues,
} from './message-schema'

interface Props {
  /** Called with the address of the visitor. */
  onSent: (email: string) => void
}

/** The form of a message. Its text is kept across reloads of the tab until it is sent. */
export function ContactForm({ onSent }: Props) {
  const [draft] = useState(() => loadMessageDraft(Date.now()))
  const honeypot = useRef<HTMLInputElement>(null)
  const form = useForm<MessageValues>({
    id: 'contact',
    schema: messageSchema,
    values: draft.values,
    onChange: (values) => saveMessageDraft({ values, since: draft.since }),
    send: async ({ topic, order, ...message }) => {
      const body = {
        ...message,
        topic: (topic || undefined) as Schemas['MessageInput']['topic'],
        order: order || undefined,
        website: honeypot.current?.value || undefined,
        seconds: secondsSince(draft.since),
      }
      await api('POST', '/contact', { body })
      saveMessageDraft(undefined)
      onSent(message.email)
    },
  })
  const { field } = form
  const { text } = form.values
  usePrefill(form, (user) => ({ name: `${user.firstName} ${user.lastName}`.trim(), email: user.email }))
  return (
    <SmallForm label={t('contact.send')} busy={form.busy} problem={form.problem} onSubmit={form.submit}>
      <div className="field-grid">
        <TextField {...field('name')} label={t('contact.name')} maxLength={maxNameLength} autoComplete="name" />
        <EmailField {...field('email')} label={t('contact.yourEmail')} hint={t('contact.emailHint')} />
        <TopicField {...field('topic')} />
        <TextField
          {...field('order')}
          label={t('contact.order')}
          optional
          hint={t('contact.orderHint')}
          dir="ltr"
          maxLength={maxOrderLength + 'INV-'.length}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </div>
      <TextArea {...field('text')} label={t('contact.text')} rows={7} length={[...text].length} limit={maxTextLength} />
      <Honeypot ref={honeypot} />
    </SmallForm>
  )
}

function TopicField(field: ReturnType<Form<MessageValues>['field']>) {
  const { name, value, onChange } = field
  return (
    <Field {...field} label={t('contact.topic')} optional>
      <div className="field-box">
        <select {...controlAttributes(field)} {...{ name, value, onChange }}>
          <option value="">{t('contact.topicNone')}</option>
          {topics.map((topic) => (
            <option key={topic} value={topic}>
              {t(`contact.topics.${topic}`)}
            </option>
          ))}
        </select>
        <Icon name="chevron" />
      </div>
    </Field>
  )
}

/** A hidden field that only robots fill in. */
function Honeypot({ ref }: { ref: Ref<HTMLInputElement> }) {
  return (
    <div className="sr-only" aria-hidden="true">
      <label>
        Website
        <input ref={ref} name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
