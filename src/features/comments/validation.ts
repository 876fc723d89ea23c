import { emailRule, isEmail, linesRule, textRule } from '#shared/validation.ts'

export const commentStatuses = ['PENDING', 'APPROVED', 'REJECTED'] as const
export type CommentStatus = (typeof commentStatuses)[number]
export const commentOrders = ['created_at', '-created_at', 'name', '-name'] as const

/** How many of an article's comments come with it, and with each further page. */
export const commentsPageSize = 100

export const verdicts = ['approve', 'reject'] as const
export type Verdict = (typeof verdicts)[number]

/** How the author of a comment is called, who may have typed spaces alone. */
export const authorName = ({ name }: { name: string }) => name.trim() || 'Anonymous'

/** Why a comment was held when it was posted. */
export const heldReasons = [
  'bot',
  'too-fast',
  'links',
  'repeated',
  'flood',
  'moderation',
  'block',
] as const
export type HeldReason = (typeof heldReasons)[number]

export const commentRules = {
  name: textRule(2, 100, 'Name must be at least 2 characters'),
  email: emailRule('Please enter a valid email address'),
  message: linesRule(10, 5_000, 'Message must be at least 10 characters'),
}

/** The fields of the form: with `notify` ticked, answers come by email. */
const formRules = { ...commentRules, notify: { lengthMax: 4 } }
export type CommentField = keyof typeof formRules

/** What the API takes of the form. */
export const toComment = <Payload extends { notify: string }>({ notify, ...payload }: Payload) => ({
  ...payload,
  is_published: true,
  ...(notify && { notify: true }),
})

/** Days after which an unconfirmed address is deleted, and its link expires. */
export const followDays = 7

/** The messages of the page behind the links in emails about answers. */
export const followMessages = {
  token: 'This link is not complete. Please open it again from the email.',
  confirmed: 'We tell you of answers to your comment.',
  gone: 'You are told of no more answers. Your address is deleted.',
} as const

/** The company's reply, which may be a short thank-you. */
export const answerRule = linesRule(2, 5_000, 'Please write a reply')

/**
 * The status for a comment that had arrived before, and that staff have removed since. It is sent again where the first
 * answer was lost: to its author this is the answer, and no failure.
 */
export const arrivedBefore = 409

/** The forms of a comment and of a reply. */
export const commentForms = {
  comment: {
    rules: formRules,
    success: 'Comment posted successfully!',
    failure: 'Failed to post comment. Please try again.',
  },
  reply: {
    rules: formRules,
    success: 'Reply posted successfully!',
    failure: 'Failed to post reply. Please try again.',
  },
} as const

/** Shown to the author of a comment that is held until it is approved. */
export const heldMessage =
  'Thank you. A person looks at your words first; once approved, they are shown here.'

/** What can be blocked; of several that meet a comment, the first of these counts. */
export const blockKinds = ['email', 'domain', 'network', 'word'] as const
export type BlockKind = (typeof blockKinds)[number]

const wordLengthMin = 3
/** Blocking one of these would block half of the readers. */
const mailProviders =
  /^(gmail|googlemail|yahoo|outlook|hotmail|live|icloud|proton|protonmail|gmx)\.[a-z.]+$/

/** A domain as people write it, or the one of a link. */
export const domainOf = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/^(?:www\.|@)/, '')
    .replace(/[/?#:].*$/s, '')

/** @returns what is wrong with the text of a block, if anything */
export function validateBlock(kind: Exclude<BlockKind, 'network'>, value: string) {
  if (kind === 'email') return isEmail(value) ? undefined : 'Please enter a valid email'
  if (kind === 'domain') {
    const domain = domainOf(value)
    if (!/^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.test(domain)) {
      return 'Please enter a domain, such as spam.example'
    }
    return mailProviders.test(domain)
      ? `Very many people write from ${domain}. Please block the email instead`
      : undefined
  }
  const letters = value.replace(/[^\p{L}\p{N}]/gu, '').length
  return letters < wordLengthMin ? `Please enter at least ${wordLengthMin} letters` : undefined
}
