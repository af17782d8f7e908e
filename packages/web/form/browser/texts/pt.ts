import { plural } from "@paraph/core/values";

import type { FormTexts } from "./en.ts";

/** The texts of the form page, in Portuguese for Brazil and Portugal. The reader has no pronoun. */
export const pt: FormTexts = {
  page: {
    loading: "Carregamento do formulário…",
    skip: "Ir para o formulário",
    noScriptTitle: "Este formulário precisa de JavaScript",
    noScript: "Está desativado no seu navegador. Permita o JavaScript e recarregue esta página.",
    untitled: "Formulário",
  },
  gone: {
    unknown: {
      title: "Este formulário não existe",
      advice: "Volte à página anterior e abra o formulário novamente.",
    },
    ended: {
      title: "Esta sessão terminou",
      advice: "Volte à página anterior e abra o formulário novamente.",
    },
  },
  script: {
    untitled: "Formulário",
    requiredHint: "Os campos marcados com * são obrigatórios.",
    details: "Dados",

    submit: "Enviar",
    submitting: "Envio em curso…",
    progress: plural({
      one: "{filled} de {count} campo obrigatório",
      other: "{filled} de {count} campos obrigatórios",
    }),
    progressLabel: "Campos obrigatórios preenchidos",
    mayNotSubmit: "É possível ver este formulário, mas não enviá-lo.",

    addRow: "Adicionar a “{loop}”",
    noRows: "Ainda não há nada.",
    row: "Linha {row}",
    rowField: "{loop}, linha {row}: {label}",
    moveUp: "Mover a linha {row} para cima",
    moveDown: "Mover a linha {row} para baixo",
    remove: "Remover a linha {row}",
    rowMoved: "Movida para a linha {row}.",
    rowRemoved: "A linha {row} foi removida.",
    undo: "Desfazer",

    chooseImage: "Escolher uma imagem",
    replaceImage: "Substituir",
    removeImage: "Remover",
    removeImageOf: "Remover: {label}",
    dropImage: "ou solte-a aqui. PNG ou JPEG, no máximo 5 MB.",
    imageOf: "Imagem escolhida para {label}",
    linkedImage: "Uma imagem de {host}",
    imageProblems: {
      tooLarge: "Esta imagem tem mais de 5 MB. Escolha uma menor.",
      notAnImage: "Não é uma imagem PNG ou JPEG. Escolha outra.",
      unreadable: "Não foi possível ler a imagem. Escolha-a novamente.",
    },

    summaryTitle: plural({
      one: "Corrija primeiro este problema",
      other: "Corrija primeiro estes {count} problemas",
    }),

    preview: "Pré-visualização",
    previewTitle: "O seu documento",
    previewPages: "Páginas do seu documento",
    refreshPreview: "Atualizar",
    closePreview: "Fechar",
    previewIsEmpty:
      "O documento aparece aqui quando todos os campos obrigatórios estiverem preenchidos.",
    previewIsOld: "Desatualizada",
    previewLoading: "Criação do documento…",
    previewFailed: "Não foi possível criar a pré-visualização. Nada se perdeu: tente novamente.",

    rendering: "Criação do documento…",
    renderingLonger: "Ainda em curso. Documentos grandes demoram um pouco mais.",
    renderingIsSafe: "Os seus dados foram recebidos. Pode aguardar aqui.",
    readyTitle: "O seu documento está pronto",
    readyText: "Já é possível fazer o download.",
    download: "Fazer download do PDF",
    fillInAnother: "Preencher outro",
    continue: "Continuar",
    stay: "Ficar aqui",
    redirecting: "O redirecionamento ocorre dentro de alguns segundos.",
    close: "Fechar",
    failedTitle: "Não foi possível criar o documento",
    failedText: "Os seus dados continuam aqui. Altere-os e tente novamente.",
    backToForm: "Voltar ao formulário",
    lostTitle: "O estado do seu documento é desconhecido",
    lostText: "Os seus dados foram recebidos, mas o servidor não responde.",
    lookAgain: "Verificar novamente",

    retrying: "A conexão está lenta. Nova tentativa…",
    expired: "A sua sessão terminou. À espera de uma nova. Os seus dados estão seguros.",
    tryAgain: "Tentar novamente",
    startOver: "Recomeçar",
    restored: "Os seus dados anteriores foram restaurados.",
    notLoadedTitle: "Não foi possível carregar este formulário",
    notLoadedText: "Verifique a sua conexão e tente novamente.",
    endedTitle: "Esta sessão terminou",
    endedText: "Volte à página anterior e abra o formulário novamente.",
    wrongModeTitle: "Esta sessão não tem formulário",
    wrongModeText:
      "Esta sessão tem outra finalidade. Volte à página anterior e abra o formulário novamente.",
    unresolvedTitle: "Este formulário não está disponível",
    unresolvedText: "Não está publicado. Peça um novo link ao remetente.",

    required: {
      text: "Preencha este campo.",
      longtext: "Preencha este campo.",
      number: "Digite um número.",
      currency: "Digite um valor.",
      date: "Escolha uma data.",
      datetime: "Escolha uma data e uma hora.",
      boolean: "Escolha uma opção.",
      image: "Escolha uma imagem.",
      url: "Digite um endereço web.",
      email: "Digite um endereço de e-mail.",
    },
    invalid: {
      text: "Este valor não pode ser usado aqui.",
      longtext: "Este valor não pode ser usado aqui.",
      number: "Digite um número, por exemplo {example}.",
      currency: "Digite um número, por exemplo {example}.",
      date: "Escolha uma data válida.",
      datetime: "Escolha uma data e uma hora válidas.",
      boolean: "Escolha uma opção.",
      image: "Escolha uma imagem PNG ou JPEG.",
      url: "Digite um endereço web completo, por exemplo https://example.com.",
      email: "Digite um endereço de e-mail completo, por exemplo ada@example.com.",
    },
    tooLong: "É muito longo. Use menos caracteres.",
    tooManyRows: "Há linhas demais. Remova algumas.",
    failures: {
      network: "O pedido falhou. Nada se perdeu: tente novamente.",
      tooLarge: "O formulário é muito grande para envio. Use imagens menores.",
      tooMany: "Muitas tentativas. Tente novamente dentro de um minuto.",
      session: "A sua sessão terminou. Volte à página anterior e abra o formulário novamente.",
      permission: "Não tem permissão para fazer isto aqui.",
      suspended: "Este formulário não está disponível no momento.",
      unpublished: "Este formulário não está mais publicado. Peça um novo link ao remetente.",
      wrongMode:
        "Esta sessão tem outra finalidade. Volte à página anterior e abra o formulário novamente.",
      queue:
        "No momento não é possível criar documentos. Nada se perdeu: tente novamente em breve.",
      unknown: "Ocorreu um erro. Nada se perdeu: tente novamente daqui a pouco.",
    },
  },
};
