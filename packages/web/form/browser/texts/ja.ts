import { plural } from "@paraph/core/values";

import type { FormTexts } from "./en.ts";

/** The texts of the form page, in Japanese. The style is です・ます. */
export const ja: FormTexts = {
  page: {
    loading: "フォームを読み込んでいます…",
    skip: "フォームへ移動",
    noScriptTitle: "このフォームにはJavaScriptが必要です",
    noScript:
      "お使いのブラウザーで無効になっています。JavaScriptを許可して、このページを再読み込みしてください。",
    untitled: "フォーム",
  },
  gone: {
    unknown: {
      title: "このフォームは存在しません",
      advice: "前のページに戻り、フォームをもう一度開いてください。",
    },
    ended: {
      title: "このセッションは終了しました",
      advice: "前のページに戻り、フォームをもう一度開いてください。",
    },
  },
  script: {
    untitled: "フォーム",
    requiredHint: "*の付いた項目は必須です。",
    details: "入力項目",

    submit: "送信",
    submitting: "送信しています…",
    progress: plural({ other: "必須項目 {filled}/{count}" }),
    progressLabel: "入力済みの必須項目",
    mayNotSubmit: "このフォームは閲覧できますが、送信できません。",

    steps: {
      title: "ステップ",
      position: "ステップ {step}/{count}",
      next: "次へ",
      back: "戻る",
      complete: "入力済み",
      wrong: "未完了",
    },

    later: {
      open: "保存して後で続ける",
      title: "後で続ける",
      where:
        "入力内容は、この端末のこのブラウザーに30日間、またはフォームを送信するまで保存されます。どこにも送信されません。このブラウザーを使う他の人も見ることができます。",
      again: "続けるには、今回と同じ方法で、このブラウザーでフォームを開いてください。",
      ends: "このセッションは{time}に終了します。",
      omitted: "大きな画像は保存されません。続けるときにもう一度選択してください。",
      store: "このブラウザーに保存",
      cancel: "キャンセル",
      stored: "入力内容を保存しました。このページを閉じてもかまいません。",
      until: "{day}までこのブラウザーに保存されます。",
      remove: "削除",
      removed: "保存した入力内容を削除しました。フォームには引き続き表示されています。",
      failed: "このブラウザーには入力内容を保存できませんでした。",
    },

    addRow: "「{loop}」に追加",
    noRows: "まだ何もありません。",
    row: "{row}行目",
    rowField: "{loop}、{row}行目：{label}",
    moveUp: "{row}行目を上へ移動",
    moveDown: "{row}行目を下へ移動",
    remove: "{row}行目を削除",
    rowMoved: "{row}行目に移動しました。",
    rowRemoved: "{row}行目を削除しました。",
    undo: "元に戻す",

    chooseImage: "画像を選択",
    replaceImage: "置き換え",
    removeImage: "削除",
    removeImageOf: "削除：{label}",
    dropImage: "またはここにドロップしてください。PNGまたはJPEG、5 MBまで。",
    imageOf: "{label}に選択した画像",
    linkedImage: "{host}の画像",
    imageProblems: {
      tooLarge: "この画像は5 MBを超えています。小さい画像を選択してください。",
      notAnImage: "PNGまたはJPEGの画像ではありません。別のファイルを選択してください。",
      unreadable: "このファイルを読み取れませんでした。もう一度選択してください。",
    },

    summaryTitle: plural({ other: "先に次の{count}件の問題を修正してください" }),

    preview: "プレビュー",
    previewTitle: "作成する文書",
    previewPages: "文書のページ",
    refreshPreview: "更新",
    closePreview: "閉じる",
    previewIsEmpty: "必須項目をすべて入力すると、ここに文書が表示されます。",
    previewIsOld: "更新前",
    previewLoading: "文書を作成しています…",
    previewFailed:
      "プレビューを作成できませんでした。入力内容は失われていません。もう一度お試しください。",

    rendering: "文書を作成しています…",
    renderingLonger: "処理中です。大きな文書は少し時間がかかります。",
    renderingIsSafe: "入力内容を受け付けました。このままお待ちください。",
    readyTitle: "文書ができました",
    readyText: "ダウンロードできます。",
    firstPage: "{title}の最初のページ",
    download: "PDFをダウンロード",
    fillInAnother: "もう1件入力する",
    continue: "続行",
    stay: "このページにとどまる",
    redirecting: "数秒後に移動します。",
    close: "閉じる",
    failedTitle: "文書を作成できませんでした",
    failedText: "入力内容は残っています。変更してもう一度お試しください。",
    backToForm: "フォームに戻る",
    lostTitle: "文書の状態を確認できません",
    lostText: "入力内容を受け付けましたが、サーバーが応答しません。",
    lookAgain: "もう一度確認",

    offline: "オフラインです。接続を待っています。入力内容は失われていません。",
    retrying: "接続に時間がかかっています。再試行しています…",
    expired:
      "セッションが終了しました。新しいセッションを待っています。入力内容は失われていません。",
    tryAgain: "再試行",
    startOver: "最初からやり直す",
    restored: "以前の入力内容を復元しました。",
    notLoadedTitle: "このフォームを読み込めませんでした",
    notLoadedText: "接続を確認してから、もう一度お試しください。",
    endedTitle: "このセッションは終了しました",
    endedText: "前のページに戻り、フォームをもう一度開いてください。",
    wrongModeTitle: "このセッションにフォームはありません",
    wrongModeText:
      "このセッションの用途は異なります。前のページに戻り、フォームをもう一度開いてください。",
    unresolvedTitle: "このフォームは利用できません",
    unresolvedText: "公開されていません。送信者に新しいリンクを依頼してください。",

    required: {
      text: "入力してください。",
      longtext: "入力してください。",
      number: "数値を入力してください。",
      currency: "金額を入力してください。",
      date: "日付を選択してください。",
      datetime: "日付と時刻を選択してください。",
      boolean: "選択してください。",
      image: "画像を選択してください。",
      url: "ウェブアドレスを入力してください。",
      email: "メールアドレスを入力してください。",
    },
    invalid: {
      text: "この値は使用できません。",
      longtext: "この値は使用できません。",
      number: "数値を入力してください。例：{example}",
      currency: "数値を入力してください。例：{example}",
      date: "正しい日付を選択してください。",
      datetime: "正しい日付と時刻を選択してください。",
      boolean: "選択してください。",
      image: "PNGまたはJPEGの画像を選択してください。",
      url: "完全なウェブアドレスを入力してください。例：https://example.com",
      email: "完全なメールアドレスを入力してください。例：ada@example.com",
    },
    tooLong: "長すぎます。文字数を減らしてください。",
    tooManyRows: "行が多すぎます。いくつか削除してください。",
    failures: {
      offline: "オフラインです。入力内容は失われていません。接続してからもう一度お試しください。",
      network: "通信に失敗しました。入力内容は失われていません。もう一度お試しください。",
      tooLarge: "フォームが大きすぎて送信できません。小さい画像を使用してください。",
      tooMany: "試行回数が多すぎます。1分後にもう一度お試しください。",
      session: "セッションが終了しました。前のページに戻り、フォームをもう一度開いてください。",
      permission: "この操作は許可されていません。",
      suspended: "このフォームは現在利用できません。",
      unpublished: "このフォームは公開が終了しています。送信者に新しいリンクを依頼してください。",
      wrongMode:
        "このセッションの用途は異なります。前のページに戻り、フォームをもう一度開いてください。",
      queue:
        "現在、文書を作成できません。入力内容は失われていません。しばらくしてからもう一度お試しください。",
      unknown:
        "エラーが発生しました。入力内容は失われていません。しばらくしてからもう一度お試しください。",
    },
  },
};
