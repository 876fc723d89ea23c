import { Fragment } from 'react'
import { useUser } from '#client/api/use-auth-state.ts'
import { classNames } from '#ui/class-names.ts'
import { type Colleague, mentionsIn } from '../mentions-in-text.ts'

type MentioningTextProps = {
  text: string
  /** With their names as they stand in the text. */
  people: readonly Colleague[]
}

/** A text with the people that it mentions marked, the user most of all. */
export function MentioningText({ text, people }: MentioningTextProps) {
  const { id: own } = useUser()
  const mentions = mentionsIn(text, people)
  return (
    <>
      {mentions.map(({ start, end, people: meant }, index) => (
        <Fragment key={start}>
          {text.slice(mentions[index - 1]?.end ?? 0, start)}
          <span
            className={classNames(
              'font-semibold text-primary',
              meant.some(({ id }) => id === own) && 'rounded-sm bg-primary-soft px-0.5',
            )}
          >
            {text.slice(start, end)}
          </span>
        </Fragment>
      ))}
      {text.slice(mentions.at(-1)?.end ?? 0)}
    </>
  )
}
