/** A sender and the name of their document, as one line each. */
export interface Subject {
  readonly sender: string;
  readonly document: string;
}

/** What an email asks a recipient for. */
export interface RequestTexts {
  readonly subject: (document: string) => string;
  readonly opening: (subject: Subject) => string;
  readonly reminder: {
    readonly subject: (document: string) => string;
    readonly opening: (subject: Subject) => string;
  };
  readonly action: string;
  /** Why the link must not be passed on. */
  readonly personal: string;
}

/** What an email says about an end without a signed document. */
interface EndTexts {
  readonly subject: (document: string) => string;
  readonly opening: (subject: Subject) => string;
}

/** What an email asks a member of an account for. */
interface MemberTexts {
  readonly subject: (account: string) => string;
  readonly opening: (account: string) => string;
  readonly action: string;
}

/**
 * All texts of emails in one language. Names of documents are in the quotation marks of the language, and
 * times are after a colon, because their grammar differs.
 */
export interface EmailTexts {
  readonly greeting: (name: string) => string;
  readonly messageFrom: (sender: string) => string;
  /** Before the URL of the button. */
  readonly link: string;
  /** The end of each email. */
  readonly onBehalfOf: (sender: string) => string;
  readonly deadline: (time: string) => string;
  readonly daysLeft: (days: number) => string;
  readonly sign: RequestTexts;
  readonly approve: RequestTexts;
  /** In an invitation that the sender has sent again. */
  readonly sentAgain: (sender: string) => string;
  readonly code: {
    readonly subject: (code: string) => string;
    readonly opening: (sender: string) => string;
    readonly action: string;
    readonly validFor: (minutes: number) => string;
    readonly secret: string;
  };
  readonly completed: {
    readonly subject: (document: string) => string;
    readonly opening: (subject: Subject) => string;
    readonly action: string;
    readonly store: string;
    readonly personal: string;
  };
  readonly declined: EndTexts;
  readonly cancelled: EndTexts;
  readonly expired: EndTexts;
  readonly ended: { readonly action: string; readonly questions: (sender: string) => string };
  readonly share: {
    readonly subject: (document: string) => string;
    readonly opening: (subject: Subject) => string;
    readonly action: string;
    readonly validUntil: (time: string) => string;
    readonly personal: string;
  };
  /** The emails to members of an account. */
  readonly member: {
    readonly invitation: MemberTexts;
    readonly signIn: MemberTexts;
    /** Why the link must not be passed on. */
    readonly personal: string;
  };
  /** The emails to the sender of a request. */
  readonly toSender: {
    readonly action: string;
    readonly reasonOf: (recipient: string) => string;
    readonly completed: {
      readonly subject: (document: string) => string;
      readonly opening: (document: string) => string;
    };
    readonly declined: {
      readonly subject: (document: string) => string;
      readonly opening: (about: SenderSubject) => string;
      readonly ended: string;
    };
    readonly delegated: {
      readonly subject: (document: string) => string;
      readonly opening: (
        about: SenderSubject & { readonly delegate: string; readonly email: string },
      ) => string;
      readonly advice: string;
    };
    readonly undelivered: {
      readonly subject: (document: string) => string;
      readonly opening: (about: SenderSubject & { readonly email: string }) => string;
      readonly advice: string;
    };
  };
}

/** A recipient and the name of their document, as one line each. */
export interface SenderSubject {
  readonly recipient: string;
  readonly document: string;
}
