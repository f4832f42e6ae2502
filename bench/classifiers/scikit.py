"""Trains and tests scikit-learn's classifiers on one corpus.

Standard input has one JSON object a line: text, label, or labels if there are several, test (true for the documents to test on).
Standard output is one JSON object: for each method accuracy (the micro-averaged F1 of several labels), and documents a second in
training and in prediction, analysis of the text included. With the argument characters the terms are n-grams of characters; with rich they
are those of classifier.Rich, for LinearSVC alone and once.
"""

import json
import os
import sys
import time

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.metrics import f1_score
from sklearn.multiclass import OneVsRestClassifier
from sklearn.naive_bayes import MultinomialNB
from sklearn.neighbors import NearestCentroid
from sklearn.pipeline import FeatureUnion
from sklearn.preprocessing import MultiLabelBinarizer, normalize
from sklearn.svm import LinearSVC

# The terms of text.Rules{Least: 2}, so that both sides have the same.
SAME = r"(?u)[^\W_](?:['’](?:s|t|d|m|re|ve|ll)(?![^\W_])|[^\W_]+(?:['’](?:s|t|d|m|re|ve|ll)(?![^\W_]))?)"


def rich():
    """Returns what has the terms of classifier.Rich: words and punctuation, pairs of them, and n-grams of two to five characters."""
    return FeatureUnion([
        ("words", TfidfVectorizer(sublinear_tf=True, ngram_range=(1, 2), token_pattern=r"(?u)\w+|[^\w\s]")),
        ("characters", TfidfVectorizer(sublinear_tf=True, analyzer="char_wb", ngram_range=(2, 5), min_df=3)),
    ])


class CosineCentroid:
    """Rocchio: the class whose mean vector has the greatest cosine."""

    def fit(self, x, y):
        self.classes_ = np.unique(y)
        means = [np.asarray(x[np.flatnonzero(y == c)].mean(0)) for c in self.classes_]
        self.means_ = normalize(np.vstack(means))
        return self

    def predict(self, x):
        return self.classes_[np.asarray(x @ self.means_.T).argmax(1)]


def measure(vectorizer, classifier, train, y, test, right, score):
    """Returns a score, and the seconds of training and of prediction."""
    start = time.process_time()
    classifier.fit(vectorizer.fit_transform(train), y)
    trained = time.process_time()
    said = classifier.predict(vectorizer.transform(test))
    return float(score(right, said)), trained - start, time.process_time() - trained


def main():
    rows = [json.loads(line) for line in sys.stdin]
    train = [r["text"] for r in rows if not r["test"]]
    test = [r["text"] for r in rows if r["test"]]
    if "labels" in rows[0]:
        binarizer = MultiLabelBinarizer().fit([r["labels"] for r in rows])
        y = binarizer.transform([r["labels"] for r in rows if not r["test"]])
        right = binarizer.transform([r["labels"] for r in rows if r["test"]])
        methods = [("svm", TfidfVectorizer, lambda: OneVsRestClassifier(LinearSVC()))]

        def score(a, b):
            return f1_score(a, b, average="micro")
    else:
        y = np.array([r["label"] for r in rows if not r["test"]])
        right = np.array([r["label"] for r in rows if r["test"]])
        methods = [
            ("nb", CountVectorizer, MultinomialNB),
            ("rocchio", TfidfVectorizer, NearestCentroid),
            ("rocchio", TfidfVectorizer, CosineCentroid),
            ("svm", TfidfVectorizer, LinearSVC),
        ]

        def score(a, b):
            return (a == b).mean()

    if sys.argv[1:] == ["rich"]:
        accuracy, fitting, predicting = measure(rich(), LinearSVC(), train, y, test, right, score)
        json.dump({"rich": {"accuracy": accuracy, "train": len(train) / fitting, "predict": len(test) / predicting}}, sys.stdout)
        return
    options = {"analyzer": "char_wb", "ngram_range": (1, 4)} if sys.argv[1:] == ["characters"] else {}
    figures = {}
    for tokens in [{}, {"token_pattern": SAME}] if not options else [{}]:
        for name, vectorizer, classifier in methods:
            accuracy, fitting, predicting = measure(vectorizer(**options, **tokens), classifier(), train, y, test, right, score)
            f = figures.setdefault(name, {"accuracy": 0.0, "train": 0.0, "predict": 0.0})
            # The better of two readings counts.
            f["accuracy"] = max(f["accuracy"], accuracy)
            f["train"] = max(f["train"], len(train) / fitting)
            f["predict"] = max(f["predict"], len(test) / predicting)
    json.dump(figures, sys.stdout)


if __name__ == "__main__":
    main()
