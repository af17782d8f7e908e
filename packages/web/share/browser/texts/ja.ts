import type { ShareTexts } from "./en.ts";

/** The texts of the share page, in Japanese. */
export const ja: ShareTexts = {
  skip: "文書へ移動",
  until: "{day}まで",
  print: "印刷",
  download: "ダウンロード",
  message: "{sender}からのメッセージ",
  noScript: {
    title: "ここには文書が表示されません",
    reason: "表示にはJavaScriptが必要ですが、お使いのブラウザーで無効になっています。",
    advice: "{download}か、{open}。",
    download: "文書をダウンロードする",
    open: "ブラウザーで開いてください",
  },
  slow: {
    text: "通常より時間がかかっています。代わりに{download}こともできます。",
    download: "文書をダウンロードする",
  },
  printing: {
    page: "{page}ページ目",
    progress: "{page}/{count}ページを準備しています…",
    cancel: "キャンセル",
    failed: "文書の印刷の準備ができませんでした。",
  },
  tools: {
    thumbnails: "ページ",
    search: "検索",
    zoomOut: "縮小",
    zoomIn: "拡大",
    fit: "幅に合わせる",
  },
  find: {
    label: "文書内を検索",
    count: "{current}/{count}件",
    none: "見つかりませんでした",
    previous: "前の結果",
    next: "次の結果",
    close: "検索を閉じる",
  },
  failed: {
    advice: "接続を確認してから、もう一度お試しください。",
    offline: "オフラインです。インターネットに接続してから、もう一度お試しください。",
  },
  contents: { title: "目次", goToPage: "ページ番号", go: "移動" },
  neutral: {
    unknown: {
      title: "このリンクは使用できません",
      advice: "リンクが完全かどうかを確認するか、送信者に新しいリンクを依頼してください。",
    },
    revoked: {
      title: "このリンクは取り消されました",
      advice: "文書が引き続き必要な場合は、送信者に新しいリンクを依頼してください。",
    },
    expired: {
      title: "このリンクの有効期限が切れています",
      advice: "文書が引き続き必要な場合は、送信者に新しいリンクを依頼してください。",
    },
  },
};
