import { emailRule, linesRule, textRule } from '#shared/validation.ts'

export const commentRules = {
  name: textRule(2, 100, 'Name must be at least 2 characters'),
  email: emailRule('Please enter a valid email address'),
  message: linesRule(10, 5_000, 'Message must be at least 10 characters'),
}

/** The forms of a comment and of a reply. */
export const commentForms = {
  comment: {
    rules: commentRules,
    success: 'Comment posted successfully!',
    failure: 'Failed to post comment. Please try again.',
  },
  reply: {
    rules: commentRules,
    success: 'Reply posted successfully!',
    failure: 'Failed to post reply. Please try again.',
  },
} as const

/** Shown to the author of a comment that is held until it is approved. */
export const heldMessage =
  'Thank you. A person looks at your words first; once approved, they are shown here.'
