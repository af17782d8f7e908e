import type { EmailTexts } from "./email_texts.ts";

/** The texts of emails in Japanese. */
export const JA: EmailTexts = {
  greeting: (name) => `${name} 様`,
  messageFrom: (sender) => `${sender} からのメッセージ：`,
  link: "ボタンが機能しない場合は、次のリンクを開いてください：",
  onBehalfOf: (sender) => `このメールは ${sender} に代わって送信されました。`,
  deadline: (time) => `期限：${time}`,
  daysLeft: (count) => `期限まであと${count}日です。`,
  sign: {
    subject: (document) => `署名のお願い：${document}`,
    opening: ({ sender, document }) => `${sender} から「${document}」への署名を依頼されています。`,
    reminder: {
      subject: (document) => `【再通知】署名のお願い：${document}`,
      opening: ({ sender, document }) =>
        `${sender} が「${document}」へのご署名をお待ちしています。`,
    },
    action: "確認して署名する",
    personal:
      "このリンクはご本人専用です。リンクを知っている人は誰でも、あなたの名義で署名できます。このメールを転送しないでください。",
  },
  approve: {
    subject: (document) => `承認のお願い：${document}`,
    opening: ({ sender, document }) => `${sender} から「${document}」の承認を依頼されています。`,
    reminder: {
      subject: (document) => `【再通知】承認のお願い：${document}`,
      opening: ({ sender, document }) => `${sender} が「${document}」のご承認をお待ちしています。`,
    },
    action: "確認して承認する",
    personal:
      "このリンクはご本人専用です。リンクを知っている人は誰でも、あなたの名義で承認できます。このメールを転送しないでください。",
  },
  sentAgain: (sender) => `このメールは ${sender} により再送信されました。`,
  code: {
    subject: (code) => `認証コード：${code}`,
    opening: (sender) => `${sender} からの文書を開くには、次のコードを入力してください：`,
    action: "ページを開く",
    validFor: (count) => `コードの有効期間は${count}分間で、一度だけ使用できます。`,
    secret:
      "コードを誰にも教えないでください。お心当たりのない場合は、このメールを破棄してください。",
  },
  completed: {
    subject: (document) => `完了：${document}`,
    opening: ({ sender, document }) =>
      `${sender} から送信された「${document}」に、すべての受信者が署名しました。`,
    action: "署名済み文書を開く",
    store:
      "文書をダウンロードして保管してください。改変の有無は、一般的なPDFリーダーで確認できます。",
    personal: "このリンクはご本人専用です。リンクを知っている人は誰でも文書を開くことができます。",
  },
  declined: {
    subject: (document) => `辞退：${document}`,
    opening: ({ sender, document }) =>
      `${sender} から送信された「${document}」は、受信者の辞退により終了しました。お手続きは必要ありません。`,
  },
  cancelled: {
    subject: (document) => `取り消し：${document}`,
    opening: ({ sender, document }) =>
      `${sender} が「${document}」の依頼を取り消しました。お手続きは必要ありません。`,
  },
  expired: {
    subject: (document) => `期限切れ：${document}`,
    opening: ({ sender, document }) =>
      `${sender} から送信された「${document}」は、期限が過ぎました。お手続きは必要ありません。`,
  },
  ended: {
    action: "状況を確認する",
    questions: (sender) => `ご不明な点は ${sender} までお問い合わせください。`,
  },
  share: {
    subject: (document) => `文書のご案内：${document}`,
    opening: ({ sender, document }) => `${sender} が「${document}」をあなたと共有しました。`,
    action: "文書を開く",
    validUntil: (time) => `リンクの有効期限：${time}`,
    personal:
      "リンクを知っている人は誰でも文書を開くことができます。必要な方にのみ共有してください。",
  },
  member: {
    invitation: {
      subject: (account) => `${account}への招待`,
      opening: (account) => `Paraphのアカウント「${account}」に招待されました。`,
      action: "招待を承諾する",
    },
    signIn: {
      subject: (account) => `${account}へのサインイン`,
      opening: (account) =>
        `アカウント「${account}」にサインインするには、このリンクを開いてください。`,
      action: "サインインする",
    },
    personal:
      "このリンクは一度だけ使用でき、開いた人は誰でもあなたとしてサインインします。お心当たりのない場合は、このメールを無視してください。",
  },
  toSender: {
    action: "コンソールで開く",
    reasonOf: (recipient) => `${recipient} 様の理由：`,
    completed: {
      subject: (document) => `完了：${document}`,
      opening: (document) =>
        `すべての受信者が「${document}」に署名しました。署名済み文書と証明書をご利用いただけます。`,
    },
    declined: {
      subject: (document) => `辞退：${document}`,
      opening: ({ recipient, document }) => `${recipient} 様が「${document}」を辞退しました。`,
      ended: "依頼は終了しました。再度依頼するには、新しい依頼を送信してください。",
    },
    delegated: {
      subject: (document) => `委任：${document}`,
      opening: ({ recipient, delegate, email, document }) =>
        `${recipient} 様が「${document}」の署名者として ${delegate} 様（${email}）を指定しました。`,
      advice: "この方が署名すべきでない場合は、受信者を変更するか、依頼を取り消してください。",
    },
    undelivered: {
      subject: (document) => `メール未達：${document}`,
      opening: ({ recipient, email, document }) =>
        `「${document}」に関するメールを ${recipient} 様（${email}）に配信できませんでした。`,
      advice: "メールアドレスをご確認ください。受信者の情報を訂正するか、メールを再送信できます。",
    },
  },
};
