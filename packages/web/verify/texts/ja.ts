import type { VerifyTexts } from "./en.ts";

/** Japanese. Terms: 依頼 (request), 電子署名する (sign digitally), 証明書 (certificate). */
export const ja: VerifyTexts = {
  start: {
    title: "署名済み文書の検証",
    lead: "署名済みのPDFまたは証明書を選択してください。このサービスがファイルに電子署名したこと、およびその後に変更がないことを検証します。",
  },
  form: {
    title: "ファイルの検証",
    lead: "この依頼の署名済みPDFまたは証明書を選択してください。",
    file: "PDFファイル",
    check: "検証",
    privacy: "ファイルは検証のみに使用し、保存しません。",
  },
  outcomes: {
    completed: { title: "全員が署名しました", ended: "完了" },
    declined: { title: "受信者が辞退しました", ended: "辞退" },
    cancelled: { title: "送信者が取り消しました", ended: "取り消し" },
    expired: { title: "署名期限が過ぎました", ended: "期限切れ" },
  },
  request: {
    compare:
      "このサービスがこの依頼の証明書を発行しました。このページと証明書を比較してください。文書、氏名、日時、SHA-256が一致している必要があります。",
    title: "依頼",
    sender: "送信者",
    sent: "送信日時",
    id: "依頼番号",
    original: "送信時のSHA-256",
    sealed: "署名後のSHA-256",
    people: "受信者",
    roles: { Signer: "署名者", Approver: "承認者", CC: "写しの受信者" },
    signed: "署名：{time}",
    approved: "承認：{time}",
    declined: "辞退：{time}",
    open: "未署名",
  },
  facts: {
    signer: "電子署名者",
    fingerprint: "証明書のSHA-256",
    at: "このサービスの時計による日時",
    timestamp: "タイムスタンプ",
    timestampBy: "{time}、{authority}",
    sha256: "ファイルのSHA-256",
    request: "依頼番号",
    link: "この証明書の依頼を表示",
  },
  matches: {
    document: "この依頼の署名済み文書です。",
    certificate: "この依頼の証明書を含んでいます。",
    foreign: "この依頼のものではありません。",
  },
  results: {
    valid: {
      title: "ファイルは変更されていません",
      text: "このサービスが電子署名し、その後の変更はありません。",
    },
    changed: {
      title: "ファイルが変更されています",
      text: "署名後に変更されたか、電子署名が破損しています。このファイルは信頼せず、元のファイルを入手してください。",
    },
    untrusted: {
      title: "このサービスの署名ではありません",
      text: "署名後の変更はありませんが、このサービスの証明書による署名ではありません。署名したサービスで検証してください。",
    },
    unsigned: {
      title: "ファイルに署名がありません",
      text: "電子署名がありません。署名済みのPDFを選択してください。印刷物やスキャンには署名がありません。",
    },
    notPdf: {
      title: "PDFファイルではありません",
      text: "署名済みのPDFまたはその証明書を選択してください。",
    },
    tooComplex: {
      title: "ファイルを検証できません",
      text: "読み取りに時間がかかりすぎます。元のファイルを入手してください。",
    },
    missing: {
      title: "ファイルを受信できませんでした",
      text: "PDFファイルを選択して、もう一度検証してください。",
    },
    tooLarge: {
      title: "ファイルが大きすぎます",
      text: "このページで検証できるのは32 MBまでです。それより大きいファイルはparaph verifyで検証してください。",
    },
    busy: { title: "リクエストが多すぎます", text: "1分後にもう一度お試しください。" },
  },
  unknown: {
    title: "この証明書は確認できません",
    text: "アドレスを確認してください。別のサービスの証明書であるか、依頼が削除された可能性があります。",
  },
};
